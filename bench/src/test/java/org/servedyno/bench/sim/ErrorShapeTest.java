package org.servedyno.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that can't be served get the status and the words that vLLM 0.32.0 has for them (captures of a real server). */
class ErrorShapeTest {
    private static SimulatedEngine engine;
    private static EngineClient client;

    @BeforeAll
    static void start() throws Exception {
        engine = TestEngines.start(SimulatedEngineOptions.builder()
                .model("Qwen/Qwen3-0.6B")
                .servedModelName("tiny-qwen3")
                .maxModelLen(2048)
                .build());
        client = new EngineClient(engine);
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    private static String words(int count) {
        return "word ".repeat(count).strip();
    }

    private static void assertSameError(HttpResponse<String> response, String capture) {
        JsonNode expected = Captures.body(capture).path("error");
        JsonNode error = EngineClient.json(response.body()).path("error");
        assertThat(response.statusCode()).isEqualTo(Captures.status(capture));
        assertThat(error).isEqualTo(expected);
    }

    @Test
    void a_model_that_is_not_served() throws Exception {
        assertSameError(client.post("/v1/completions", "{\"model\":\"nope\",\"prompt\":\"x\"}"), "error_unknown_model");
    }

    @Test
    void a_negative_number_of_tokens() throws Exception {
        assertSameError(client.post("/v1/completions", "{\"prompt\":\"x\",\"max_tokens\":-1}"), "error_neg_max_tokens");
    }

    @Test
    void more_tokens_than_the_model_can_hold() throws Exception {
        assertSameError(
                client.post("/v1/completions", "{\"prompt\":\"x\",\"max_tokens\":5000}"), "error_max_tokens_too_big");
    }

    @Test
    void a_prompt_too_long_is_answered_with_400_though_a_stream_was_asked_for() throws Exception {
        String body = "{\"stream\":true,\"max_tokens\":5,\"prompt\":\"" + words(3000) + "\"}";

        assertSameError(client.post("/v1/completions", body), "error_prompt_too_long_stream");
    }

    @Test
    void prompt_and_output_that_are_too_long_together_are_named_with_their_numbers() throws Exception {
        String body = "{\"stream\":true,\"max_tokens\":122,\"prompt\":\"" + words(2000) + "\"}";

        HttpResponse<String> response = client.post("/v1/completions", body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body())
                .contains("maximum context length is 2048 tokens", "you requested 2122 tokens", "2000 in the prompt");
    }

    @Test
    void a_body_that_is_not_json_gets_the_place_of_the_mistake() throws Exception {
        HttpResponse<String> response = client.post("/v1/completions", "{\"model\": nonsense}");

        JsonNode error = EngineClient.json(response.body()).path("error");
        assertThat(response.statusCode()).isEqualTo(Captures.status("error_bad_json"));
        assertThat(error.fieldNames())
                .toIterable()
                .containsExactlyElementsOf(
                        () -> Captures.body("error_bad_json").path("error").fieldNames());
        assertThat(error.path("message").asText())
                .startsWith("1 validation error:")
                .contains("json_invalid");
        assertThat(error.path("param").asText()).startsWith("body.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"prompt\":\"x\",\"n\":2}|one choice",
                "{\"prompt\":\"x\",\"logprobs\":3}|log probabilities",
                "{\"prompt\":\"x\",\"echo\":true}|repeat the prompt",
                "{\"prompt\":\"x\",\"max_tokens\":\"many\"}|whole number",
                "{\"prompt\":\"x\",\"stream\":1}|true or false",
                "{\"prompt\":\"x\",\"temperature\":-1}|non-negative",
                "{\"prompt\":\"x\",\"max_tokens\":4,\"min_tokens\":5}|min_tokens must be between",
                "{\"prompt\":\"x\",\"stream_options\":{\"include_usage\":true}}|stream=True",
                "{\"prompt\":\"x\",\"stop\":\"\"}|empty string",
                "{\"prompt\":\"x\",\"stop\":5}|stop must be",
                "{\"prompt\":\"\"}|cannot be empty",
                "{\"prompt\":[\"a\",\"b\"]}|one prompt a request",
                "{}|prompt must be",
                "[]|JSON object",
            })
    void what_the_simulator_does_not_do_is_refused_by_name(String body, String message) throws Exception {
        HttpResponse<String> response = client.post("/v1/completions", body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(EngineClient.json(response.body()).at("/error/message").asText())
                .contains(message);
        assertThat(EngineClient.json(response.body()).at("/error/code").intValue())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"messages\":[]}|at least one message",
                "{\"messages\":[{\"role\":\"user\",\"content\":3}]}|a text or a list",
                "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}]}|image_url",
            })
    void chats_that_make_no_sense_are_refused(String body, String message) throws Exception {
        HttpResponse<String> response = client.post("/v1/chat/completions", body);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(message);
    }

    @Test
    void nulls_are_the_same_as_nothing() throws Exception {
        String body = "{\"prompt\":\"x\",\"max_tokens\":1,\"logprobs\":null,\"stop\":null,\"n\":null,\"stream\":null,"
                + "\"stream_options\":null,\"temperature\":0.0,\"repetition_penalty\":1.0}";

        assertThat(client.post("/v1/completions", body).statusCode()).isEqualTo(200);
    }

    @Test
    void an_unknown_path_is_not_found() throws Exception {
        HttpResponse<String> response = client.get("/v1/nope");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).isEqualTo("{\"detail\":\"Not Found\"}");
    }
}
