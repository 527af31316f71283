package org.servedyno.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The vLLM-like profile sends what a real vLLM 0.32.0 was seen to send: same keys, same order, same types, same kinds of events. */
class CaptureShapeTest {
    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_]+:[a-z0-9_]+)\\{([a-z_]+=\"[^\"]*\"(?:,[a-z_]+=\"[^\"]*\")*)} (\\S+)");

    private static SimulatedEngine engine;
    private static EngineClient client;

    @BeforeAll
    static void start() throws Exception {
        engine = TestEngines.start(
                SimulatedEngineOptions.builder().model("Qwen/Qwen3-0.6B").build());
        client = new EngineClient(engine);
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    private static List<JsonNode> stream(String path, String prompt, String streamOptions) throws Exception {
        String body = "{" + prompt + ",\"max_tokens\":16,\"ignore_eos\":true,\"stream\":true,\"stream_options\":"
                + streamOptions + "}";
        return EngineClient.events(client.post(path, body).body());
    }

    private static final String PROMPT = "\"prompt\":\"a b c\"";
    private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"a b c\"}]";

    @Test
    void streams_have_the_shape_of_the_captured_ones() throws Exception {
        assertSameShapes(
                stream("/v1/completions", PROMPT, "{\"include_usage\":true}"),
                Captures.events("completion_stream_usage"));
        assertSameShapes(
                stream("/v1/completions", PROMPT, "{\"include_usage\":true,\"continuous_usage_stats\":true}"),
                Captures.events("completion_stream_usage_continuous"));
        assertSameShapes(
                stream("/v1/chat/completions", MESSAGES, "{\"include_usage\":true}"),
                Captures.events("chat_stream_usage"));
    }

    private static void assertSameShapes(List<JsonNode> events, List<JsonNode> captured) {
        assertThat(events).hasSameSizeAs(captured);
        for (int i = 0; i < events.size(); i++) {
            assertThat(shape(events.get(i))).as("event %d", i).isEqualTo(shape(captured.get(i)));
        }
    }

    /** Keys in their order with the type of each value; null has a type of its own. */
    private static String shape(JsonNode node) {
        if (node.isObject()) {
            List<String> fields = new ArrayList<>();
            node.properties().forEach(field -> fields.add(field.getKey() + ":" + shape(field.getValue())));
            return fields.toString();
        }
        if (node.isArray()) {
            List<String> elements = new ArrayList<>();
            node.forEach(element -> elements.add(shape(element)));
            return elements.toString();
        }
        return node.getNodeType().name();
    }

    @Test
    void whole_answers_have_no_key_that_the_captured_ones_lack() throws Exception {
        assertKeysKnown(
                EngineClient.json(
                        client.post("/v1/completions", "{" + PROMPT + "}").body()),
                Captures.body("completion_nostream"),
                "");
        assertKeysKnown(
                EngineClient.json(client.post("/v1/chat/completions", "{" + MESSAGES + ",\"max_tokens\":4}")
                        .body()),
                Captures.body("chat_nostream"),
                "");
        assertKeysKnown(EngineClient.json(client.get("/v1/models").body()), Captures.body("get_models"), "");
        assertKeysKnown(
                EngineClient.json(
                        client.post("/tokenize", "{\"prompt\":\"Hello world\"}").body()),
                Captures.body("tokenize"),
                "");
    }

    private static void assertKeysKnown(JsonNode ours, JsonNode captured, String where) {
        for (Map.Entry<String, JsonNode> field : ours.properties()) {
            String place = where + "/" + field.getKey();
            assertThat(captured.has(field.getKey())).as(place).isTrue();
            JsonNode there = captured.path(field.getKey());
            assertThat(field.getValue().getNodeType()).as(place).isEqualTo(there.getNodeType());
            JsonNode first = field.getValue().isArray() ? field.getValue().path(0) : field.getValue();
            assertKeysKnown(first, there.isArray() ? there.path(0) : there, place);
        }
    }

    @Test
    void the_metrics_page_is_well_formed_and_uses_vllms_names_and_types() throws Exception {
        client.post("/v1/completions", "{" + PROMPT + "}");
        Map<String, String> captured = types(Captures.text("metric-types.txt"));
        String page = client.get("/metrics").body();
        Map<String, String> types = types(page);

        types.forEach((name, type) -> {
            if (name.startsWith("vllm:")) {
                assertThat(captured).containsEntry(name, type);
            }
        });
        assertThat(types)
                .containsKeys(
                        "vllm:num_requests_running",
                        "vllm:prefix_cache_hits_total",
                        "vllm:num_preemptions_total",
                        "vllm:time_to_first_token_seconds",
                        "vllm:inter_token_latency_seconds",
                        "vllm:kv_cache_usage_perc",
                        "servedyno_sim:lost_seconds");
        Set<String> sampled = new HashSet<>();
        page.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            assertThat(Double.parseDouble(sample.group(3))).as(line).isNotNegative();
            sampled.add(sample.group(1).replaceAll("_(bucket|count|sum)$", ""));
        });
        assertThat(sampled).containsExactlyInAnyOrderElementsOf(types.keySet());
    }

    @Test
    void a_histogram_adds_up() throws Exception {
        client.post("/v1/completions", "{" + PROMPT + ",\"max_tokens\":8,\"ignore_eos\":true}");
        String name = "vllm:inter_token_latency_seconds";
        List<Double> buckets = client.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "_bucket"))
                .map(line -> Double.parseDouble(line.substring(line.indexOf("} ") + 2)))
                .toList();

        assertThat(buckets).isSorted();
        assertThat(buckets.get(buckets.size() - 1)).isEqualTo(client.metric(name + "_count"));
        assertThat(client.metric(name + "_sum")).isPositive();
    }

    private static Map<String, String> types(String page) {
        Map<String, String> types = new HashMap<>();
        page.lines().filter(line -> line.startsWith("# TYPE ")).forEach(line -> {
            String[] words = line.split(" ", -1);
            types.put(words[2], words[3]);
        });
        return types;
    }
}
