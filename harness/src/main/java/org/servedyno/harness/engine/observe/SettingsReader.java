package org.servedyno.harness.engine.observe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.http.HttpAnswer;
import org.servedyno.harness.engine.observe.Observations.Collector;

/** Asks an engine's endpoints and its log for its settings. What nothing tells stays unknown; nothing is assumed. */
public final class SettingsReader {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String VERSION = "/version";
    private static final String MODELS = "/v1/models";
    private static final String SERVER_INFO = "/server_info";
    private static final String PROPS = "/props";
    private static final String VLLM_INFO = SERVER_INFO + "?config_format=json";

    /**
     * Where a setting stands in the JSON of an endpoint.
     *
     * @param name the setting's plan name
     * @param endpoint the path asked
     * @param pointer JSON pointer into the answer
     */
    private record Place(String name, String endpoint, String pointer) {}

    /** vLLM's and llama.cpp's; an engine without the endpoint answers 404. */
    private static final List<Place> PLACES = List.of(
            new Place("version", VERSION, "/version"),
            new Place("model", MODELS, "/data/0/id"),
            new Place("max-model-len", MODELS, "/data/0/max_model_len"),
            new Place("max-model-len", MODELS, "/data/0/meta/n_ctx"),
            new Place("dtype", VLLM_INFO, "/vllm_config/model_config/dtype"),
            new Place("quantization", VLLM_INFO, "/vllm_config/model_config/quantization"),
            new Place("enforce-eager", VLLM_INFO, "/vllm_config/model_config/enforce_eager"),
            new Place("kv-cache-dtype", VLLM_INFO, "/vllm_config/cache_config/cache_dtype"),
            new Place("kv-cache-tokens", VLLM_INFO, "/vllm_config/cache_config/kv_cache_size_tokens"),
            new Place("prefix-cache", VLLM_INFO, "/vllm_config/cache_config/enable_prefix_caching"),
            new Place("gpu-memory-utilization", VLLM_INFO, "/vllm_config/cache_config/gpu_memory_utilization"),
            new Place("tensor-parallel", VLLM_INFO, "/vllm_config/parallel_config/tensor_parallel_size"),
            new Place("pipeline-parallel", VLLM_INFO, "/vllm_config/parallel_config/pipeline_parallel_size"),
            new Place("data-parallel", VLLM_INFO, "/vllm_config/parallel_config/data_parallel_size"),
            new Place("max-num-seqs", VLLM_INFO, "/vllm_config/scheduler_config/max_num_seqs"),
            new Place("max-num-batched-tokens", VLLM_INFO, "/vllm_config/scheduler_config/max_num_batched_tokens"),
            new Place("attention-backend", VLLM_INFO, "/vllm_config/attention_config/backend"),
            new Place("quantization", PROPS, "/model_ftype"),
            new Place("max-num-seqs", PROPS, "/total_slots"),
            new Place("version", PROPS, "/build_info"));

    /** A setting in the engine's log: its name and what finds its value as group 1. */
    private static final Map<String, List<Pattern>> LOG_LINES = Map.of(
            "kv-cache-tokens",
            List.of(Pattern.compile("(?:CPU|GPU) KV cache size: ([\\d,]+) tokens")),
            "attention-backend",
            List.of(
                    Pattern.compile("Using (?:AttentionBackendEnum\\.)?([A-Z0-9_]{4,}) (?:attention )?backend"),
                    Pattern.compile("Using (Flash ?Attention|FlashInfer|XFormers) backend")),
            "version",
            List.of(Pattern.compile("LLM (?:API server version|engine \\(v)\\s*([\\w.+-]+)")));

    private SettingsReader() {}

    /**
     * Reads what there is; an endpoint that fails costs only its own settings.
     *
     * @param log the engine's log lines, oldest first; empty when it is not ours
     */
    public static Observations read(EngineHttp http, List<String> log) throws InterruptedException {
        Collector collector = new Collector();
        Map<String, JsonNode> answers = new TreeMap<>();
        Map<String, String> problems = new TreeMap<>();
        for (String endpoint : List.of(VERSION, MODELS, VLLM_INFO, SERVER_INFO, PROPS)) {
            ask(http, endpoint, answers, problems);
        }
        simulated(answers.getOrDefault(SERVER_INFO, MissingNode.getInstance()), collector);
        for (Place place : PLACES) {
            take(place, answers.getOrDefault(place.endpoint(), MissingNode.getInstance()), collector);
        }
        LOG_LINES.forEach((name, patterns) -> fromLog(name, patterns, log, collector));
        for (Place place : PLACES) {
            collector.missing(place.name(), reason(place, answers, problems));
        }
        return collector.collected();
    }

    private static void ask(
            EngineHttp http, String endpoint, Map<String, JsonNode> answers, Map<String, String> problems)
            throws InterruptedException {
        try {
            HttpAnswer answer = http.get(endpoint, PATIENCE);
            if (answer.success()) {
                answers.put(endpoint, answer.json());
            } else {
                problems.put(endpoint, "GET " + endpoint + ": HTTP " + answer.status());
            }
        } catch (IOException e) {
            problems.put(endpoint, "GET " + endpoint + ": " + e.getMessage());
        }
    }

    /** ServeDyno's simulated engine names its settings as plans do. */
    private static void simulated(JsonNode info, Collector collector) {
        if (info.path("simulated").asBoolean(false)) {
            info.path("settings")
                    .properties()
                    .forEach(entry ->
                            collector.found(entry.getKey(), entry.getValue().asText(), "GET " + SERVER_INFO));
        }
    }

    private static void take(Place place, JsonNode answer, Collector collector) {
        JsonNode value = answer.at(place.pointer());
        if (value.isValueNode() && !value.isNull()) {
            String text = value.asText().replaceFirst("^torch\\.", "");
            collector.found(place.name(), text, "GET " + place.endpoint() + " " + place.pointer());
        }
    }

    private static void fromLog(String name, List<Pattern> patterns, List<String> log, Collector collector) {
        for (String line : log) {
            for (Pattern pattern : patterns) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.find()) {
                    collector.found(name, matcher.group(1).replace(",", ""), "engine.log");
                }
            }
        }
    }

    private static String reason(Place place, Map<String, JsonNode> answers, Map<String, String> problems) {
        if (problems.containsKey(place.endpoint())) {
            return problems.get(place.endpoint());
        }
        JsonNode value = answers.getOrDefault(place.endpoint(), MissingNode.getInstance())
                .at(place.pointer());
        return "GET " + place.endpoint() + (value.isNull() ? ": null" : ": not in the answer");
    }
}
