package org.servedyno.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.sim.fault.Fault;

/** Each failure that leaves the process alive; those that end it are tested where the command is. */
class SimulatedFaultTest {
    private static final Duration SHORT = Duration.ofMillis(700);

    private static SimulatedEngine engine(String fault) throws Exception {
        return TestEngines.start(options(fault));
    }

    private static SimulatedEngineOptions options(String fault) {
        return SimulatedEngineOptions.builder()
                .model("Qwen/Qwen3-0.6B")
                .fault(Fault.parse(fault))
                .build();
    }

    private static String request(int tokens, boolean stream) {
        return "{\"prompt\":\"x\",\"ignore_eos\":true,\"max_tokens\":" + tokens
                + (stream ? ",\"stream\":true,\"stream_options\":{\"include_usage\":true}}" : "}");
    }

    private static HttpResponse<String> stream(EngineClient client, int tokens) throws Exception {
        return client.post("/v1/completions", request(tokens, true));
    }

    @Test
    void an_early_health_answers_while_completions_do_not() throws Exception {
        try (SimulatedEngine engine = engine("health-early")) {
            EngineClient client = new EngineClient(engine);

            assertThat(client.get("/health").statusCode()).isEqualTo(200);
            assertThat(stream(client, 1).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void every_second_request_is_rejected() throws Exception {
        try (SimulatedEngine engine = engine("reject-every:2")) {
            EngineClient client = new EngineClient(engine);
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                statuses.add(stream(client, 1).statusCode());
            }
            assertThat(statuses).containsExactly(200, 503, 200, 503);
        }
    }

    @Test
    void a_hanging_engine_gives_no_token_and_good_health() throws Exception {
        try (SimulatedEngine engine = engine("hang-after:1")) {
            EngineClient client = new EngineClient(engine);

            assertThat(stream(client, 2).body()).endsWith("data: [DONE]\n\n");
            assertThatThrownBy(() -> client.post("/v1/completions", request(2, false), SHORT))
                    .isInstanceOf(HttpTimeoutException.class);
            assertThat(client.get("/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_stalled_stream_falls_silent_after_three_events_and_stays_open() throws Exception {
        try (SimulatedEngine engine = engine("stall-stream")) {
            EngineClient client = new EngineClient(engine);
            List<String> received = new CopyOnWriteArrayList<>();
            Stream<String> lines = client.lines("/v1/completions", request(50, true));
            Thread reader = new Thread(() -> {
                try {
                    lines.forEach(received::add);
                } catch (UncheckedIOException e) {
                    received.add("closed");
                }
            });
            reader.setDaemon(true);
            reader.start();
            awaitTokensComputed(client, 50);
            reader.join(300);

            assertThat(reader.isAlive()).isTrue();
            assertThat(received.stream().filter(line -> line.startsWith("data: ")))
                    .hasSize(3);
            lines.close();
        }
    }

    private static void awaitTokensComputed(EngineClient client, int tokens) throws Exception {
        for (int i = 0; i < 200 && client.metric("vllm:generation_tokens_total") < tokens; i++) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(client.metric("vllm:generation_tokens_total")).isEqualTo(tokens);
    }

    @Test
    void a_dropped_connection_ends_in_the_middle_of_the_stream() throws Exception {
        try (SimulatedEngine engine = engine("drop-connection")) {
            EngineClient client = new EngineClient(engine);

            assertThatThrownBy(() -> stream(client, 50)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> client.post("/v1/completions", request(5, false)))
                    .isInstanceOf(IOException.class);
            assertThat(stream(client, 2).body()).endsWith("data: [DONE]\n\n");
        }
    }

    @Test
    void an_error_event_ends_the_stream_after_three_tokens() throws Exception {
        try (SimulatedEngine engine = engine("error-event")) {
            EngineClient client = new EngineClient(engine);

            List<JsonNode> events = EngineClient.events(stream(client, 50).body());

            assertThat(events).hasSize(4);
            assertThat(events.get(3).at("/error/code").intValue()).isEqualTo(500);
            assertThat(client.post("/v1/completions", request(5, false)).statusCode())
                    .isEqualTo(500);
        }
    }

    @Test
    void an_empty_success_has_status_200_and_no_token() throws Exception {
        try (SimulatedEngine engine = engine("empty-success")) {
            EngineClient client = new EngineClient(engine);

            HttpResponse<String> streamed = stream(client, 5);
            JsonNode whole = EngineClient.json(
                    client.post("/v1/completions", request(5, false)).body());

            assertThat(streamed.statusCode()).isEqualTo(200);
            assertThat(streamed.body()).isEqualTo("data: [DONE]\n\n");
            assertThat(whole.at("/choices/0/text").asText()).isEmpty();
            assertThat(whole.at("/usage/completion_tokens").intValue()).isZero();
        }
    }

    @Test
    void no_done_leaves_the_closing_mark_out() throws Exception {
        try (SimulatedEngine engine = engine("no-done")) {
            String body = stream(new EngineClient(engine), 3).body();

            assertThat(EngineClient.events(body)).hasSize(4);
            assertThat(body).doesNotContain("[DONE]");
        }
    }

    @Test
    void no_usage_leaves_the_usage_out_of_every_second_answer() throws Exception {
        try (SimulatedEngine engine = engine("no-usage:2")) {
            EngineClient client = new EngineClient(engine);

            assertThat(stream(client, 3).body()).contains("\"usage\"");
            assertThat(stream(client, 3).body()).doesNotContain("\"usage\"").endsWith("data: [DONE]\n\n");
        }
    }

    @Test
    void too_little_memory_and_an_early_exit_are_failed_starts() {
        assertThatThrownBy(() -> engine("oom"))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining("is less than desired GPU memory utilization")
                .hasMessageContaining("SIMULATED");
        assertThatThrownBy(() -> engine("exit-at-start"))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining("Engine core initialization failed");
    }

    @Test
    void an_engine_that_never_gets_ready_can_still_be_interrupted() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        List<Throwable> ended = new CopyOnWriteArrayList<>();
        Thread starter = new Thread(() -> {
            try {
                SimulatedEngine.start(options("never-ready"), log::add);
            } catch (InvalidOptionsException | EngineStartException | InterruptedException e) {
                ended.add(e);
            }
        });
        starter.start();
        starter.join(1000);

        assertThat(starter.isAlive()).isTrue();
        assertThat(log).anyMatch(line -> line.contains("50% Completed | 2/4"));
        starter.interrupt();
        starter.join(5000);
        assertThat(ended).singleElement().isInstanceOf(InterruptedException.class);
    }
}
