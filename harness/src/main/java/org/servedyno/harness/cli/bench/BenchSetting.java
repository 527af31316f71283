package org.servedyno.harness.cli.bench;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.metric.VllmView;
import org.servedyno.results.model.Workload;
import org.servedyno.results.report.vllm.VllmMetric;

/** The flags made into values, or everything that is wrong with them. */
final class BenchSetting {
    private static final Set<String> GOODPUT_KEYS = Set.of("ttft", "tpot", "e2el");

    private final BenchOptions options;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Double> goodput = new TreeMap<>();
    private final Set<VllmMetric.Kind> metrics = EnumSet.noneOf(VllmMetric.Kind.class);
    private Workload.Endpoint endpoint = Workload.Endpoint.COMPLETIONS;
    private OptionalDouble requestRate = OptionalDouble.empty();
    private URI baseUrl = URI.create("http://127.0.0.1");

    private BenchSetting(BenchOptions options) {
        this.options = options;
    }

    /** Reads the flags; look at {@link #problems} before anything else. */
    static BenchSetting of(BenchOptions options, List<String> arguments) {
        BenchSetting setting = new BenchSetting(options);
        setting.problems.addAll(RefusedFlags.problems(arguments));
        setting.readTarget();
        setting.readNumbers();
        setting.readMetrics();
        setting.readGoodput();
        setting.problems.addAll(HeaderLines.problems(options.headers));
        return setting;
    }

    /** A sentence for each mistake; empty when the flags can be met. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    private void readTarget() {
        switch (options.backend) {
            case "openai", "vllm" -> endpoint = Workload.Endpoint.COMPLETIONS;
            case "openai-chat" -> endpoint = Workload.Endpoint.CHAT;
            default -> problems.add("--backend " + options.backend + ": there are openai, vllm and openai-chat.");
        }
        String path = options.endpoint == null ? endpoint.path() : options.endpoint;
        if (!path.endsWith(endpoint.path())) {
            problems.add("--endpoint " + path + ": the backend " + options.backend
                    + " is spoken at a path that ends in " + endpoint.path() + ".");
            return;
        }
        String root = options.baseUrl == null ? "http://" + options.host + ":" + options.port : options.baseUrl;
        String prefix = path.substring(0, path.length() - endpoint.path().length());
        try {
            baseUrl = URI.create(root.replaceAll("/+$", "") + prefix);
        } catch (IllegalArgumentException e) {
            problems.add("--base-url " + root + " is no URL: " + e.getMessage() + ".");
            return;
        }
        if ("https".equals(baseUrl.getScheme())) {
            problems.add("--base-url " + root + ": https is not spoken yet; reach the server by http.");
        } else if (!"http".equals(baseUrl.getScheme()) || baseUrl.getHost() == null) {
            problems.add("--base-url " + root + " is no http:// URL with a host.");
        }
    }

    private void readNumbers() {
        require(options.numPrompts >= 1, "--num-prompts must be at least 1.");
        require(options.maxConcurrency == null || options.maxConcurrency >= 1, "--max-concurrency must be at least 1.");
        requestRate = readRate();
        require(
                options.burstiness == 1.0,
                "--burstiness " + options.burstiness + ": only 1.0, a Poisson process, is supported yet.");
        require(
                options.requestTimeoutSeconds >= 1
                        && options.chunkTimeoutSeconds >= 1
                        && options.runTimeoutSeconds >= 1,
                "Timeouts must be at least 1 second.");
        require(
                options.metricPercentiles.stream().allMatch(rank -> rank > 0 && rank <= 100),
                "--metric-percentiles must be above 0 and at most 100.");
        require(
                options.ttftFrom.equals("sent") || options.ttftFrom.equals("start"),
                "--ttft-from " + options.ttftFrom + ": there are sent and start.");
        require(
                !options.datasetName.equals("sharegpt") || options.datasetPath != null,
                "--dataset-name sharegpt needs --dataset-path.");
        require(!options.saveDetailed || options.saveResult, "--save-detailed needs --save-result.");
    }

    private void require(boolean met, String problem) {
        if (!met) {
            problems.add(problem);
        }
    }

    private void readMetrics() {
        for (String word : options.percentileMetrics) {
            Optional<VllmMetric.Kind> kind = EnumSet.allOf(VllmMetric.Kind.class).stream()
                    .filter(one -> one.key().equals(word.strip().toLowerCase(Locale.ROOT)))
                    .findFirst();
            kind.ifPresentOrElse(
                    metrics::add,
                    () -> problems.add("--percentile-metrics " + word + ": there are ttft, tpot, itl and e2el."));
        }
    }

    private void readGoodput() {
        for (String limit : options.goodput == null ? List.<String>of() : options.goodput) {
            int colon = limit.indexOf(':');
            String key = colon < 0 ? limit : limit.substring(0, colon);
            try {
                double limitMs = Double.parseDouble(limit.substring(colon + 1));
                require(
                        GOODPUT_KEYS.contains(key) && limitMs >= 0,
                        "--goodput " + limit + ": there are ttft, tpot and e2el, each with milliseconds from 0 up.");
                goodput.put(key, limitMs);
            } catch (NumberFormatException e) {
                problems.add("--goodput " + limit + ": say ttft:MS, tpot:MS or e2el:MS.");
            }
        }
    }

    URI baseUrl() {
        return baseUrl;
    }

    Set<VllmMetric.Kind> metrics() {
        return metrics;
    }

    VllmView.Origin origin() {
        return options.ttftFrom.equals("start") ? VllmView.Origin.START : VllmView.Origin.SENT;
    }

    VllmView.Goodput goodput() {
        return new VllmView.Goodput(limit("ttft"), limit("tpot"), limit("e2el"));
    }

    private OptionalDouble limit(String key) {
        Double limitMs = goodput.get(key);
        return limitMs == null ? OptionalDouble.empty() : OptionalDouble.of(limitMs);
    }

    OptionalDouble requestsPerSecond() {
        return requestRate;
    }

    private OptionalDouble readRate() {
        if (options.requestRate.equals("inf")) {
            return OptionalDouble.empty();
        }
        try {
            double rate = Double.parseDouble(options.requestRate);
            if (rate > 0 && Double.isFinite(rate)) {
                return OptionalDouble.of(rate);
            }
        } catch (NumberFormatException e) {
            problems.add("--request-rate " + options.requestRate + " is no number; say requests a second, or inf.");
            return OptionalDouble.empty();
        }
        problems.add("--request-rate " + options.requestRate + " must be above 0, or inf.");
        return OptionalDouble.empty();
    }

    OptionalInt concurrency() {
        return options.maxConcurrency == null ? OptionalInt.empty() : OptionalInt.of(options.maxConcurrency);
    }

    Workload workload() {
        boolean random = options.datasetName.equals("random");
        OptionalInt outputTokens =
                options.sharegptOutputLen == null ? OptionalInt.empty() : OptionalInt.of(options.sharegptOutputLen);
        return new Workload(
                "bench",
                options.datasetName,
                Optional.ofNullable(options.datasetPath).map(Object::toString),
                options.numPrompts,
                random ? OptionalInt.of(options.randomInputLen) : OptionalInt.empty(),
                random ? OptionalInt.of(options.randomOutputLen) : outputTokens,
                random ? options.randomRangeRatio : 0,
                options.seed,
                endpoint,
                options.ignoreEos,
                concurrency(),
                requestsPerSecond(),
                Optional.empty());
    }

    /** Sampling parameters by their JSON name; values as JSON. */
    Map<String, String> sampling() {
        Map<String, String> sampling = new TreeMap<>();
        put(sampling, "temperature", options.temperature);
        put(sampling, "top_p", options.topP);
        put(sampling, "top_k", options.topK);
        put(sampling, "min_p", options.minP);
        return sampling;
    }

    private static void put(Map<String, String> sampling, String name, @Nullable Number value) {
        if (value != null) {
            sampling.put(name, value.toString());
        }
    }

    /** Header lines beyond the protocol's own; the key is among them and is never printed. */
    List<String> headers() {
        List<String> lines = new ArrayList<>();
        String key = options.apiKey != null ? options.apiKey : System.getenv("OPENAI_API_KEY");
        if (key != null && !key.isBlank()) {
            lines.add("Authorization: Bearer " + key.strip());
        }
        if (options.headers != null) {
            options.headers.forEach((name, value) -> lines.add(name + ": " + value));
        }
        return lines;
    }
}
