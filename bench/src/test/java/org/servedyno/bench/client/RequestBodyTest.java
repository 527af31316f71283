package org.servedyno.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Workload;

class RequestBodyTest {
    private static String body(Workload.Endpoint endpoint, boolean ignoreEos, Map<String, String> sampling) {
        return new String(
                new RequestBody("m", endpoint, ignoreEos, sampling).bytes("a\"\n\u00e9\ud83d\ude00\u007f", 7),
                StandardCharsets.UTF_8);
    }

    @Test
    void a_completion_is_written_as_python_writes_it() {
        assertThat(body(Workload.Endpoint.COMPLETIONS, false, Map.of()))
                .isEqualTo(
                        "{\"model\": \"m\", \"prompt\": \"a\\\"\\n\\u00e9\\ud83d\\ude00\\u007f\", \"temperature\": 0.0, "
                                + "\"repetition_penalty\": 1.0, \"max_tokens\": 7, \"logprobs\": null, \"stream\": true, "
                                + "\"stream_options\": {\"include_usage\": true}}");
    }

    @Test
    void a_chat_request_holds_a_list_of_parts_and_the_sampling_asked_for() {
        assertThat(body(Workload.Endpoint.CHAT, true, Map.of("temperature", "0.5", "top_p", "0.9")))
                .isEqualTo("{\"model\": \"m\", \"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"text\", "
                        + "\"text\": \"a\\\"\\n\\u00e9\\ud83d\\ude00\\u007f\"}]}], \"temperature\": 0.5, "
                        + "\"max_completion_tokens\": 7, \"stream\": true, "
                        + "\"stream_options\": {\"include_usage\": true}, \"ignore_eos\": true, \"top_p\": 0.9}");
    }
}
