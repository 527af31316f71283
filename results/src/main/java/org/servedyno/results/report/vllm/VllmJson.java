package org.servedyno.results.report.vllm;

import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The result file of {@code vllm bench serve --save-result} v0.11.0: vLLM's keys in vLLM's order and nothing else, numbers
 * and text as Python's {@code json.dump} writes them.
 */
public final class VllmJson {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private VllmJson() {}

    /**
     * The file's content, one line without a line end.
     *
     * @param run how it was run
     * @param figures what was measured
     * @param details every request in dataset order for the detailed lists; empty leaves those keys out
     */
    public static String render(VllmRun run, VllmFigures figures, List<VllmDetail> details) {
        Map<String, Object> keys = new LinkedHashMap<>();
        putRun(keys, run);
        putTotals(keys, figures);
        if (!details.isEmpty()) {
            putDetails(keys, details);
        }
        keys.put("max_output_tokens_per_s", figures.peakOutputTokensPerSecond());
        keys.put("max_concurrent_requests", figures.peakConcurrentRequests());
        figures.metrics().forEach(metric -> putMetric(keys, metric));
        return PythonJson.dump(keys);
    }

    /** The name vLLM gives the file: {@code {label or backend}-{rate}qps[-concurrency{C}]-{model basename}-{date}.json}. */
    public static String fileName(VllmRun run) {
        String rate = run.requestsPerSecond().isPresent()
                ? PythonNumbers.repr(run.requestsPerSecond().getAsDouble())
                : "inf";
        String concurrency = run.maxConcurrency().isPresent()
                ? "-concurrency" + run.maxConcurrency().getAsInt()
                : "";
        String model = run.modelId().substring(run.modelId().lastIndexOf('/') + 1);
        return run.label().orElse(run.backend()) + "-" + rate + "qps" + concurrency + "-" + model + "-"
                + DATE.format(run.date()) + ".json";
    }

    /** A metadata key named like one of ours takes its place here, and loses it again to what {@link #putTotals} writes. */
    private static void putRun(Map<String, Object> keys, VllmRun run) {
        keys.put("date", DATE.format(run.date()));
        keys.put("endpoint_type", run.backend());
        keys.put("backend", run.backend());
        keys.put("label", run.label().isPresent() ? run.label().get() : Optional.empty());
        keys.put("model_id", run.modelId());
        keys.put("tokenizer_id", run.tokenizerId());
        keys.put("num_prompts", run.numPrompts());
        keys.putAll(run.metadata());
        OptionalDouble rate = run.requestsPerSecond();
        keys.put("request_rate", rate.isPresent() ? (Object) rate.getAsDouble() : "inf");
        keys.put("burstiness", run.burstiness());
        OptionalInt bound = run.maxConcurrency();
        keys.put("max_concurrency", bound.isPresent() ? (Object) bound.getAsInt() : Optional.empty());
    }

    private static void putTotals(Map<String, Object> keys, VllmFigures figures) {
        keys.put("duration", figures.durationSeconds());
        keys.put("completed", figures.completed());
        keys.put("total_input_tokens", figures.totalInputTokens());
        keys.put("total_output_tokens", figures.totalOutputTokens());
        keys.put("request_throughput", figures.requestThroughput());
        OptionalDouble goodput = figures.requestGoodput();
        keys.put("request_goodput", goodput.isPresent() ? (Object) goodput.getAsDouble() : Optional.empty());
        keys.put("output_throughput", figures.outputThroughput());
        keys.put("total_token_throughput", figures.totalTokenThroughput());
    }

    private static void putDetails(Map<String, Object> keys, List<VllmDetail> details) {
        keys.put("input_lens", details.stream().map(VllmDetail::inputTokens).toList());
        keys.put("output_lens", details.stream().map(VllmDetail::outputTokens).toList());
        keys.put("ttfts", details.stream().map(VllmDetail::ttftSeconds).toList());
        keys.put("itls", details.stream().map(VllmDetail::itlSeconds).toList());
        keys.put(
                "generated_texts",
                details.stream().map(VllmDetail::generatedText).toList());
        keys.put("errors", details.stream().map(VllmDetail::error).toList());
    }

    private static void putMetric(Map<String, Object> keys, VllmMetric metric) {
        String end = "_" + metric.kind().key() + "_ms";
        keys.put("mean" + end, metric.meanMs());
        keys.put("median" + end, metric.medianMs());
        keys.put("std" + end, metric.stdMs());
        metric.percentiles().forEach(p -> keys.put("p" + p.name() + end, p.valueMs()));
    }
}
