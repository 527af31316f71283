package org.servedyno.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SimulatedEngineTest {
    private static final String MODEL = "Qwen/Qwen3-0.6B";

    private static SimulatedEngine engine;
    private static EngineClient client;

    @BeforeAll
    static void start() throws Exception {
        engine = TestEngines.start(SimulatedEngineOptions.builder()
                .model(MODEL)
                .maxModelLen(2048)
                .version("1.2.3")
                .build());
        client = new EngineClient(engine);
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    private static String completion(String more) {
        return "{\"model\":\"" + MODEL + "\",\"prompt\":\"It was a dark night\",\"ignore_eos\":true," + more + "}";
    }

    private static String chat(String more) {
        return "{\"model\":\"" + MODEL + "\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\","
                + "\"text\":\"Tell me\"}]}],\"ignore_eos\":true," + more + "}";
    }

    private static String text(List<JsonNode> events) {
        return events.stream()
                .flatMap(event -> Stream.of(event.path("choices").path(0)))
                .map(choice -> choice.path("text").asText("")
                        + choice.path("delta").path("content").asText(""))
                .collect(Collectors.joining());
    }

    @Test
    void a_stream_has_an_event_a_token_then_the_usage_then_done() throws Exception {
        HttpResponse<String> response = client.post(
                "/v1/completions",
                completion("\"max_tokens\":12,\"stream\":true,\"stream_options\":{\"include_usage\":true}"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).contains("text/event-stream; charset=utf-8");
        assertThat(response.headers().firstValue("server")).contains("servedyno-engine-sim/1.2.3 (SIMULATED)");
        assertThat(response.body()).endsWith("data: [DONE]\n\n");
        List<JsonNode> events = EngineClient.events(response.body());
        assertThat(events).hasSize(13);
        JsonNode usage = events.get(12).path("usage");
        assertThat(usage.path("completion_tokens").intValue()).isEqualTo(12);
        assertThat(usage.path("prompt_tokens").intValue()).isEqualTo(5);
        assertThat(TestEngines.O200K.count(text(events))).isEqualTo(12);
        assertThat(events.get(11).path("choices").path(0).path("finish_reason").asText())
                .isEqualTo("length");
    }

    @Test
    void a_chat_begins_with_the_role_and_counts_the_template_into_the_prompt() throws Exception {
        String body = client.post(
                        "/v1/chat/completions",
                        chat("\"max_completion_tokens\":6,\"stream\":true,"
                                + "\"stream_options\":{\"include_usage\":true}"))
                .body();

        List<JsonNode> events = EngineClient.events(body);
        assertThat(events).hasSize(8);
        assertThat(events.get(0).at("/choices/0/delta/role").asText()).isEqualTo("assistant");
        assertThat(events.get(0).at("/choices/0/delta/content").asText()).isEmpty();
        assertThat(events.get(7).at("/usage/completion_tokens").intValue()).isEqualTo(6);
        assertThat(events.get(7).at("/usage/prompt_tokens").intValue()).isEqualTo(10);
    }

    @Test
    void an_answer_in_one_piece_says_the_same_as_the_stream() throws Exception {
        String streamed =
                text(EngineClient.events(client.post("/v1/completions", completion("\"max_tokens\":9,\"stream\":true"))
                        .body()));
        JsonNode whole = EngineClient.json(
                client.post("/v1/completions", completion("\"max_tokens\":9")).body());
        JsonNode chat = EngineClient.json(
                client.post("/v1/chat/completions", chat("\"max_tokens\":9")).body());

        assertThat(whole.at("/choices/0/text").asText()).isEqualTo(streamed);
        assertThat(whole.at("/usage/total_tokens").intValue()).isEqualTo(14);
        assertThat(chat.at("/choices/0/message/content").asText()).isNotBlank();
        assertThat(chat.at("/usage/completion_tokens").intValue()).isEqualTo(9);
    }

    @Test
    void usage_comes_with_every_event_when_asked_for_continuously() throws Exception {
        List<JsonNode> events = EngineClient.events(client.post(
                        "/v1/completions",
                        completion("\"max_tokens\":5,\"stream\":true,\"stream_options\":{\"include_usage\":true,"
                                + "\"continuous_usage_stats\":true}"))
                .body());

        assertThat(events)
                .extracting(event -> event.at("/usage/completion_tokens").intValue())
                .containsExactly(1, 2, 3, 4, 5, 5);
    }

    @Test
    void a_prompt_of_token_ids_counts_as_many_tokens() throws Exception {
        JsonNode answer = EngineClient.json(
                client.post("/v1/completions", "{\"prompt\":[1,2,3,4,5,6,7],\"max_tokens\":1,\"ignore_eos\":true}")
                        .body());

        assertThat(answer.at("/usage/prompt_tokens").intValue()).isEqualTo(7);
    }

    @Test
    void the_request_id_of_the_client_is_kept() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), engine.port())) {
            String request = post("/v1/completions", completion("\"max_tokens\":1"), "x-request-id: bench-17\r\n");
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            assertThat(body(reader(socket)).path("id").asText()).isEqualTo("cmpl-bench-17");
        }
    }

    @Test
    void pipelined_requests_are_answered_in_their_order_on_one_connection() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), engine.port())) {
            StringBuilder requests = new StringBuilder();
            for (int tokens = 20; tokens > 0; tokens -= 4) {
                requests.append(post("/v1/completions", completion("\"max_tokens\":" + tokens), ""));
            }
            OutputStream out = socket.getOutputStream();
            out.write(requests.toString().getBytes(StandardCharsets.UTF_8));

            BufferedReader in = reader(socket);
            List<Integer> answered = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                answered.add(body(in).at("/usage/completion_tokens").intValue());
            }
            assertThat(answered).containsExactly(20, 16, 12, 8, 4);
        }
    }

    private static String post(String path, String body, String header) {
        return "POST " + path + " HTTP/1.1\r\nhost: test\r\n" + header + "content-length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static JsonNode body(BufferedReader in) throws IOException {
        int length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.startsWith("content-length: ")) {
                length = Integer.parseInt(line.substring("content-length: ".length()));
            }
        }
        char[] body = new char[length];
        for (int read = 0; read < length; ) {
            read += in.read(body, read, length - read);
        }
        return EngineClient.json(new String(body));
    }

    @Test
    void a_client_that_goes_away_frees_its_sequence() throws Exception {
        double abortedBefore = aborted();
        try (Stream<String> lines =
                client.lines("/v1/completions", completion("\"max_tokens\":2000,\"stream\":true"))) {
            Iterator<String> iterator = lines.iterator();
            assertThat(iterator.next()).startsWith("data: ");
            assertThat(client.metric("vllm:num_requests_running")).isEqualTo(1);
            assertThat(client.metric("vllm:kv_cache_usage_perc")).isPositive();
        }

        for (int i = 0; i < 100 && aborted() == abortedBefore; i++) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(aborted()).isEqualTo(abortedBefore + 1);
        assertThat(client.metric("vllm:num_requests_running")).isZero();
        assertThat(client.metric("vllm:kv_cache_usage_perc")).isZero();
    }

    private static double aborted() throws IOException, InterruptedException {
        return client.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("vllm:request_success_total") && line.contains("\"abort\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf("} ") + 2)))
                .sum();
    }

    @Test
    void a_repeated_prompt_hits_the_prefix_cache_until_that_is_reset() throws Exception {
        String prompt = "{\"prompt\":\"" + "one more time ".repeat(40) + "\",\"max_tokens\":1}";
        client.post("/v1/completions", prompt);
        double before = client.metric("vllm:prefix_cache_hits_total");
        client.post("/v1/completions", prompt);
        double warm = client.metric("vllm:prefix_cache_hits_total");
        assertThat(client.post("/reset_prefix_cache", "").statusCode()).isEqualTo(200);
        client.post("/v1/completions", prompt);

        assertThat(warm).isGreaterThanOrEqualTo(before + 112);
        assertThat(client.metric("vllm:prefix_cache_hits_total")).isEqualTo(warm);
    }

    @Test
    void the_same_request_gets_the_same_number_of_tokens_on_every_engine_and_seed() throws Exception {
        String request = "{\"prompt\":\"How long is this answer?\",\"max_tokens\":1500}";
        int here = EngineClient.json(client.post("/v1/completions", request).body())
                .at("/usage/completion_tokens")
                .intValue();
        SimulatedEngineOptions other = SimulatedEngineOptions.builder()
                .model(MODEL)
                .profile("tensorrt-llm")
                .seed(99)
                .noiseSigma(0.1)
                .build();
        try (SimulatedEngine elsewhere = TestEngines.start(other)) {
            int there = EngineClient.json(new EngineClient(elsewhere)
                            .post("/v1/completions", request)
                            .body())
                    .at("/usage/completion_tokens")
                    .intValue();
            assertThat(there).isEqualTo(here);
        }
    }

    @Test
    void it_says_everywhere_that_it_is_simulated() throws Exception {
        assertThat(client.get("/version").body()).contains("\"version\":\"1.2.3\"", "\"simulated\":true", "SIMULATED");
        assertThat(client.get("/server_info").body()).contains("\"simulated\":true", "\"precision\":\"bf16\"");
        assertThat(client.get("/metrics").body()).contains("SIMULATED");
        assertThat(client.get("/v1/models").headers().firstValue("server").orElseThrow())
                .contains("SIMULATED");
    }

    @Test
    void small_questions_are_answered() throws Exception {
        assertThat(client.get("/health").statusCode()).isEqualTo(200);
        assertThat(client.get("/health").body()).isEmpty();
        assertThat(client.get("/ping").statusCode()).isEqualTo(200);
        JsonNode model = EngineClient.json(client.get("/v1/models").body()).at("/data/0");
        assertThat(model.path("id").asText()).isEqualTo(MODEL);
        assertThat(model.path("max_model_len").intValue()).isEqualTo(2048);
        JsonNode tokens = EngineClient.json(
                client.post("/tokenize", "{\"prompt\":\"Hello world\"}").body());
        assertThat(tokens.path("count").intValue()).isEqualTo(2);
        assertThat(tokens.path("tokens")).hasSize(2);
    }

    @Test
    void an_sglang_like_chat_ends_in_an_event_of_its_own_for_the_finish_reason() throws Exception {
        SimulatedEngineOptions options =
                SimulatedEngineOptions.builder().model(MODEL).profile("sglang").build();
        try (SimulatedEngine sglang = TestEngines.start(options)) {
            List<JsonNode> events = EngineClient.events(new EngineClient(sglang)
                    .post("/v1/chat/completions", chat("\"max_tokens\":3,\"stream\":true"))
                    .body());
            assertThat(events).hasSize(5);
            assertThat(events.get(3).at("/choices/0/finish_reason").isNull()).isTrue();
            assertThat(events.get(4).at("/choices/0/finish_reason").asText()).isEqualTo("length");
            assertThat(events.get(4).at("/choices/0/delta")).isEmpty();
        }
    }

    @Test
    void a_null_engine_answers_with_all_tokens_at_once() throws Exception {
        SimulatedEngineOptions options =
                SimulatedEngineOptions.builder().model(MODEL).nullServer(true).build();
        try (SimulatedEngine nothing = TestEngines.start(options)) {
            String body = new EngineClient(nothing)
                    .post(
                            "/v1/completions",
                            completion(
                                    "\"max_tokens\":500,\"stream\":true,\"stream_options\":{\"include_usage\":true}"))
                    .body();
            List<JsonNode> events = EngineClient.events(body);
            assertThat(events).hasSize(501);
            assertThat(events.get(500).at("/usage/completion_tokens").intValue())
                    .isEqualTo(500);
            assertThat(body).endsWith("data: [DONE]\n\n");
        }
    }

    @Test
    void all_that_is_wrong_with_the_options_is_said_at_once() {
        SimulatedEngineOptions options = SimulatedEngineOptions.builder()
                .model("gpt-5")
                .chip("b300")
                .profile("tgi")
                .noiseSigma(-1)
                .gpuMemoryUtilization(2)
                .build();

        assertThatThrownBy(() -> TestEngines.start(options))
                .isInstanceOfSatisfying(
                        InvalidOptionsException.class,
                        e -> assertThat(e.problems()).hasSize(5).anyMatch(problem -> problem.contains("b300")));
    }

    @Test
    void a_model_too_large_for_the_gpu_does_not_start() {
        SimulatedEngineOptions tooLarge =
                SimulatedEngineOptions.builder().model("Qwen/Qwen3-235B-A22B").build();
        SimulatedEngineOptions tooLong = SimulatedEngineOptions.builder()
                .model("Qwen/Qwen3-32B")
                .gpuMemoryUtilization(0.88)
                .build();

        assertThatThrownBy(() -> TestEngines.start(tooLarge))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining("No available memory for the cache blocks");
        assertThatThrownBy(() -> TestEngines.start(tooLong))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining("To serve at least one request")
                .hasMessageContaining("40960");
    }

    @Test
    void a_port_that_is_taken_is_reported_the_way_engines_do() {
        SimulatedEngineOptions options = SimulatedEngineOptions.builder()
                .model(MODEL)
                .port(engine.port())
                .build();

        assertThatThrownBy(() -> TestEngines.start(options))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining(
                        "[Errno 98] error while attempting to bind on address ('127.0.0.1', " + engine.port() + ")");
    }
}
