package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.bench.sim.SimulatedEngine;
import org.servedyno.bench.sim.SimulatedEngineOptions;
import org.servedyno.harness.Golden;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;

/** {@code servedyno bench} in this process, against the simulated engine and against a scripted server. */
@Timeout(60)
class BenchCommandTest {
    private static final String CONVERSATIONS =
            Path.of("..", "examples", "conversations.json").toString();

    private static SimulatedEngine engine;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startEngine() throws Exception {
        engine = SimulatedEngine.start(
                SimulatedEngineOptions.builder().model("Qwen/Qwen3-0.6B").build());
    }

    @AfterAll
    static void stopEngine() {
        engine.close();
    }

    private static Invocation bench(String url, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--base-url", url));
        words.addAll(Arrays.asList(arguments));
        return Invocation.of(new BenchCommand(), words.toArray());
    }

    private static Invocation small(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                "--num-prompts",
                "6",
                "--random-input-len",
                "12",
                "--random-output-len",
                "4",
                "--max-concurrency",
                "2"));
        words.addAll(Arrays.asList(arguments));
        return bench(engine.baseUrl(), words.toArray(String[]::new));
    }

    private static String normalised(String blocks) {
        return blocks.replaceAll("\\d+\\.\\d+", "#").replaceAll("[ \t]+\n", "\n");
    }

    @Test
    void it_prints_vllms_block_and_ours_below_it() throws Exception {
        Invocation run = small();

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        Golden.check("bench-simulated.txt", normalised(run.out()));
        assertThat(run.err()).contains("no --tokenizer").contains("6 of 6 requests, 0 failed");
    }

    @Test
    void it_writes_vllms_file_in_vllms_order_and_our_stamp_beside_it() throws Exception {
        Invocation run = small(
                "--save-result", "--save-detailed", "--result-dir", folder.toString(), "--result-filename", "r.json");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        String text = Files.readString(folder.resolve("r.json"));
        assertThat(text).startsWith("{\"date\": \"").doesNotContain("\n");
        List<String> keys = new ArrayList<>();
        JsonNode result = Json.parse(text);
        result.fieldNames().forEachRemaining(keys::add);
        assertThat(String.join("\n", keys) + "\n").satisfies(list -> Golden.check("bench-result-keys.txt", list));
        assertThat(result.path("completed").asInt()).isEqualTo(6);
        assertThat(result.path("generated_texts"))
                .hasSize(6)
                .allMatch(one -> !one.asText().isEmpty());
        JsonNode stamp = JsonFile.readTree(folder.resolve("r.servedyno.json"));
        assertThat(stamp.path("exploratory").asBoolean()).isTrue();
        assertThat(stamp.path("simulated").asBoolean()).isTrue();
        assertThat(stamp.path("partial").asBoolean()).isFalse();
        assertThat(stamp.path("countedByServer").asInt()).isEqualTo(6);
        assertThat(stamp.path("metrics").path("client-pause-max").path("unit").asText())
                .isEqualTo("ms");
    }

    @Test
    void json_leaves_one_document_on_stdout() throws Exception {
        Invocation run = small("--json");

        JsonNode document = Json.parse(run.out());
        assertThat(document.path("schemaVersion").isInt()).isTrue();
        assertThat(document.path("completed").asInt()).isEqualTo(6);
        assertThat(run.err()).contains("Serving Benchmark Result");
    }

    @Test
    void conversations_over_the_chat_api_are_served() throws Exception {
        Invocation run = bench(
                engine.baseUrl(),
                "--backend",
                "openai-chat",
                "--dataset-name",
                "sharegpt",
                "--dataset-path",
                CONVERSATIONS,
                "--num-prompts",
                "5",
                "--sharegpt-output-len",
                "4",
                "--json");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(Json.parse(run.out()).path("completed").asInt()).isEqualTo(5);
    }

    @Test
    void a_rate_makes_an_open_loop_with_latencies_from_the_intended_moment() throws Exception {
        Invocation run = small("--request-rate", "40", "--json");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        JsonNode metrics = Json.parse(run.out()).path("metrics");
        assertThat(metrics.has("ttft-from-intended-p99")).isTrue();
        assertThat(metrics.has("send-lag-p99")).isTrue();
        assertThat(run.err()).contains("Request rate configured (RPS):           40.0");
    }

    @Test
    void what_is_not_supported_is_refused_by_name_all_at_once() {
        Invocation run = small("--ramp-up-strategy", "linear", "--profile", "--backend", "tgi");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains("--ramp-up-strategy is not supported yet")
                .contains("--profile is not supported yet")
                .contains("--backend tgi");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void an_unknown_flag_gets_the_one_that_was_meant() {
        Invocation run = small("--num-promts", "5");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--num-promts").contains("--num-prompts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host=x", "Content-Length=1", "a b=1", "X-Key=line\nline"})
    void a_header_that_cannot_be_sent_is_refused(String header) {
        Invocation run = small("--header", header);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--header " + header.substring(0, header.indexOf('=')));
    }

    @Test
    void more_failures_than_allowed_end_with_exit_1_and_their_causes() throws Exception {
        try (StreamingServer server = StreamingServer.start(number ->
                number % 2 == 0 ? StreamingServer.stream(3, true) : StreamingServer.answer("429 Busy", "slow down"))) {
            String[] flags = {"--num-prompts", "4", "--max-concurrency", "1", "--ready-check-timeout-sec", "0"};
            Invocation run = bench(server.url(), flags);
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out())
                    .contains("Failed requests:                         2 of 4")
                    .contains("  http-429:                              2")
                    .contains("\"slow down\"");

            List<String> lenient = new ArrayList<>(Arrays.asList(flags));
            lenient.addAll(List.of("--max-failures", "50"));
            assertThat(bench(server.url(), lenient.toArray(String[]::new)).exitCode())
                    .isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void t55_a_pass_without_one_success_is_reported_whole() throws Exception {
        try (StreamingServer server =
                StreamingServer.start(number -> StreamingServer.answer("500 Oops", "out of memory"))) {
            Invocation run = bench(server.url(), "--num-prompts", "3", "--ready-check-timeout-sec", "0");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out())
                    .contains("Successful requests:                     0")
                    .contains("3 of 3");
        }
    }

    @Test
    void tokens_that_the_server_does_not_count_are_counted_here_and_called_estimated() throws Exception {
        try (StreamingServer server = StreamingServer.start(number -> StreamingServer.stream(5, false))) {
            Invocation run = bench(server.url(), "--num-prompts", "3", "--json");
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
            assertThat(Json.parse(run.out()).path("countedByOurTokenizer").asInt())
                    .isEqualTo(3);
            assertThat(run.err())
                    .contains("Total generated tokens:                  15")
                    .contains("Counted by our tokenizer, estimated:     3 of 3");
        }
    }

    @Test
    void a_request_that_the_server_refuses_is_not_sent_for_ten_minutes() throws Exception {
        try (StreamingServer server =
                StreamingServer.start(number -> StreamingServer.answer("404 Not Found", "no such model"))) {
            Invocation run = bench(server.url(), "--model", "other", "--num-prompts", "3");
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains("http-404").contains("no such model");
            assertThat(server.completions()).isEqualTo(1);
        }
    }

    @Test
    void a_server_that_is_not_there_is_named_within_seconds() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Invocation run = bench("http://127.0.0.1:" + port, "--num-prompts", "3");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("http://127.0.0.1:" + port)
                .contains("refused")
                .contains("Is the server up");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void the_key_is_sent_and_never_printed_or_kept() throws Exception {
        try (StreamingServer server = StreamingServer.start(number -> StreamingServer.stream(2, true))) {
            Invocation run = bench(
                    server.url(),
                    "--num-prompts",
                    "2",
                    "--api-key",
                    "sk-very-secret",
                    "--save-result",
                    "--result-dir",
                    folder.toString());
            assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
            assertThat(server.heads()).allMatch(head -> head.contains("Authorization: Bearer sk-very-secret"));
            StringWriter files = new StringWriter();
            try (var list = Files.list(folder)) {
                for (Path file : list.toList()) {
                    files.append(Files.readString(file));
                }
            }
            assertThat(run.out() + run.err() + files).doesNotContain("very-secret");
        }
    }
}
