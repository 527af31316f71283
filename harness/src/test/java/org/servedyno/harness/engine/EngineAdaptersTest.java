package org.servedyno.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.process.StopPolicy;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Workload;

@Timeout(value = 90, unit = TimeUnit.SECONDS)
final class EngineAdaptersTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();
    private final List<StartedEngine> started = new ArrayList<>();

    @AfterEach
    void leave_nothing_running() {
        started.forEach(engine -> engine.stop(StopPolicy.AT_ONCE));
    }

    @Test
    void a_command_is_ready_once_its_own_process_has_given_a_token_on_each_endpoint() throws Exception {
        StartedEngine engine = start(fake("good"), LONG, Workload.Endpoint.COMPLETIONS, Workload.Endpoint.CHAT);

        Readiness readiness = engine.readiness();
        assertThat(readiness.modelId()).isEqualTo("tiny");
        assertThat(readiness.firstToken().toOptional().orElseThrow())
                .isGreaterThanOrEqualTo(readiness.health().toOptional().orElseThrow());
        assertThat(readiness.portOwner().toOptional())
                .contains("pid " + engine.pid().getAsLong() + " of our session "
                        + engine.pid().getAsLong());
        assertThat(engine.command()).contains(Integer.toString(engine.port().getAsInt()));
        assertThat(engine.failure()).isEmpty();
        assertThat(engine.metrics().toOptional()).contains("requests_total 1\n");
        assertThat(engine.resetPrefixCache())
                .isEqualTo(new CacheReset(false, "POST /reset_prefix_cache: HTTP 404: Not Found"));
        assertThat(engine.observed().setting("max-model-len").toOptional()).contains("2048");
        assertThat(engine.observed().setting("version").absentReason()).contains("GET /version: HTTP 404");
        assertThat(engine.stop(StopPolicy.ENGINE).gone()).isTrue();
        assertThat(progress).hasSize(4).last().asString().startsWith("first token after");
    }

    @Test
    void a_server_whose_health_comes_before_its_model_is_waited_for() throws Exception {
        StartedEngine engine = start(fake("health-too-early"), LONG);

        assertThat(engine.readiness().firstToken().toOptional()).isPresent();
    }

    @Test
    void a_server_without_health_path_or_model_list_is_ready_by_its_token() throws Exception {
        assertThat(start(fake("no-health"), LONG)
                        .readiness()
                        .health()
                        .absentReason()
                        .orElseThrow())
                .startsWith("GET /health: HTTP 404");
        assertThat(start(fake("no-models"), LONG).readiness().modelId()).isEqualTo("tiny");
    }

    @Test
    void an_engine_that_exits_at_once_fails_with_its_code_and_last_words_long_before_the_timeout() {
        long startNs = System.nanoTime();
        EngineFailure failure =
                fails(command("sh", "-c", "echo loading; echo 'error: no such thing' >&2; exit 42"), LONG);

        assertThat(failure.failureClass()).isEqualTo(FailureClass.EXITED_AT_START);
        assertThat(failure.causeLine()).isEqualTo("exit code 42: error: no such thing");
        assertThat(failure.logTail()).containsExactly("loading", "error: no such thing");
        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(LONG);
        assertThat(failure.toOutcome()).isInstanceOf(TrialOutcome.Failed.class);
        assertThat(failure.toOutcome().failureClass()).isEqualTo("exited-at-start");
    }

    @Test
    void an_engine_without_enough_gpu_memory_fails_with_both_numbers_in_the_advice() {
        EngineFailure failure = fails(fake("dies"), LONG);

        assertThat(failure.failureClass()).isEqualTo(FailureClass.OOM_STARTUP);
        assertThat(failure.causeLine()).startsWith("ValueError: Free memory on device (59.32/79.15 GiB)");
        assertThat(failure.advice()).contains("Only 59.32 of 79.15 GiB");
    }

    @Test
    void an_engine_that_says_nothing_and_opens_no_port_hangs() {
        EngineFailure failure = fails(fake("silent"), Duration.ofSeconds(2));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.HANG_STARTUP);
        assertThat(failure.causeLine()).contains("it never wrote a line");
    }

    @Test
    void an_engine_that_chatters_without_opening_its_port_times_out() {
        EngineFailure failure =
                fails(command("sh", "-c", "while :; do echo waiting; sleep 0.2; done"), Duration.ofSeconds(2));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.START_TIMEOUT);
        assertThat(failure.causeLine()).endsWith("waiting");
    }

    @Test
    void a_slow_load_whose_counter_goes_up_outlives_the_timeout() throws Exception {
        ReadyPolicy policy = new ReadyPolicy(Duration.ofSeconds(1), Duration.ofSeconds(30), LONG);
        StartedEngine engine = start(fake("counts"), policy, Workload.Endpoint.COMPLETIONS);

        assertThat(engine.readiness().firstToken().toOptional().orElseThrow()).isGreaterThan(policy.total());
        assertThat(progress).anyMatch(line -> line.matches("loading \\d+/12, about \\d+ s left"));
    }

    @Test
    void a_server_that_never_gives_a_token_is_not_ready() {
        EngineFailure failure = fails(fake("never-a-token"), Duration.ofSeconds(4));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.NOT_READY);
        assertThat(failure.causeLine()).endsWith("POST /v1/completions: HTTP 200 without a token");
    }

    @Test
    void a_refused_request_is_quoted_before_any_load_is_sent() {
        EngineFailure failure = fails(fake("no-chat-template"), LONG, Workload.Endpoint.CHAT);

        assertThat(failure.failureClass()).isEqualTo(FailureClass.REQUEST_FORMAT);
        assertThat(failure.causeLine())
                .isEqualTo("POST /v1/chat/completions: HTTP 400: default chat template is no longer allowed");
    }

    @Test
    void another_model_than_the_plans_is_named_beside_it() {
        Configuration other = new Configuration(
                "c",
                "command",
                "big",
                fake("good").settings(),
                Map.of(),
                fake("good").command(),
                Map.of(),
                Map.of(),
                1);

        EngineFailure failure = fails(other, LONG);

        assertThat(failure.failureClass()).isEqualTo(FailureClass.MODEL_NAME);
        assertThat(failure.causeLine()).isEqualTo("the plan asks for model big, the engine serves [tiny]");
    }

    @Test
    void an_engine_that_dies_while_serving_is_known_with_its_cause() throws Exception {
        StartedEngine engine = start(fake("exits-after-ready"), LONG);
        HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create(engine.baseUrl() + "/v1/completions"))
                                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .handle((response, problem) -> true)
                .get(30, TimeUnit.SECONDS);
        long deadlineNs = System.nanoTime() + LONG.toNanos();
        while (engine.failure().isEmpty() && System.nanoTime() < deadlineNs) {
            Thread.sleep(20);
        }

        EngineFailure failure = engine.failure().orElseThrow();
        assertThat(failure.failureClass()).isEqualTo(FailureClass.CRASH_INFERENCE);
        assertThat(failure.causeLine()).contains("EngineDeadError");
    }

    @Test
    void a_taken_port_names_its_owner_and_leaves_it_alone() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            Map<String, String> settings = new TreeMap<>(fake("good").settings());
            settings.put("port", Integer.toString(taken.getLocalPort()));
            EngineFailure failure = fails(
                    new Configuration(
                            "c",
                            "command",
                            "tiny",
                            settings,
                            Map.of(),
                            fake("good").command(),
                            Map.of(),
                            Map.of(),
                            1),
                    LONG);

            assertThat(failure.failureClass()).isEqualTo(FailureClass.PORT_IN_USE);
            assertThat(failure.causeLine())
                    .startsWith("port " + taken.getLocalPort() + " is taken by pid "
                            + ProcessHandle.current().pid());
            assertThat(taken.isClosed()).isFalse();
        }
    }

    @Test
    void a_program_that_is_not_there_is_named() {
        EngineFailure failure = fails(command("no-such-engine"), LONG);

        assertThat(failure.failureClass()).isEqualTo(FailureClass.COMMAND_NOT_FOUND);
        assertThat(failure.causeLine()).startsWith("no-such-engine can't be run");
        assertThat(failure.advice()).startsWith("Install it");
    }

    @Test
    void a_running_server_is_attached_to_and_left_running() throws Exception {
        HttpServer server = FakeServer.start(0, "good");
        try {
            String base = "http://127.0.0.1:" + server.getAddress().getPort();
            StartedEngine engine = start(attach(base + "/"), LONG);

            assertThat(engine.baseUrl()).isEqualTo(URI.create(base));
            assertThat(engine.pid()).isEmpty();
            assertThat(engine.failure()).isEmpty();
            assertThat(engine.stop(StopPolicy.ENGINE).signals()).isEmpty();
            assertThat(engine.metrics().toOptional()).isPresent();
            assertThat(EngineAdapters.of(attach(base)).exploratory()).isTrue();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_server_that_is_not_there_can_not_be_attached_to() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        EngineFailure failure = fails(attach("http://127.0.0.1:" + port), Duration.ofSeconds(1));

        assertThat(failure.failureClass()).isEqualTo(FailureClass.UNREACHABLE);
        assertThat(failure.causeLine()).contains("connection refused");
    }

    @Test
    void an_unproved_expectation_is_no_mismatch() throws Exception {
        Configuration expecting = new Configuration(
                "c",
                "command",
                "tiny",
                fake("good").settings(),
                Map.of(),
                fake("good").command(),
                Map.of(),
                Map.of("max_model_len", "4096", "quantization", "fp8"),
                1);

        ObservedSettings observed = start(expecting, LONG).observed();

        assertThat(observed.mismatches()).containsExactly("max_model_len: expected 4096, the engine runs 2048");
        assertThat(observed.unproved())
                .containsExactly(
                        "quantization: expected fp8, not proved (GET /server_info?config_format=json: HTTP 404)");
        var json = JsonMapper.builder().build().readTree(observed.toJson(false));
        assertThat(json.at("/settings/max-model-len/value").asText()).isEqualTo("2048");
        assertThat(json.at("/settings/quantization/reason").asText()).contains("404");
        assertThat(json.at("/simulated").asBoolean(true)).isFalse();
    }

    @Test
    void the_simulated_engine_starts_serves_and_goes() throws Exception {
        Configuration sim = new Configuration(
                "vllm",
                "sim",
                "Qwen/Qwen3-14B",
                Map.of(
                        "profile", "vllm",
                        "chip", "h100-sxm",
                        "precision", "bf16",
                        "noise", "0.002",
                        "start-seconds", "0.2",
                        "tensor-parallel", "1"),
                Map.of("max-num-seqs", "64"),
                List.of(),
                Map.of(),
                Map.of("precision", "bf16", "max-num-seqs", "64"),
                1);
        StartedEngine engine = start(sim, LONG, Workload.Endpoint.COMPLETIONS, Workload.Endpoint.CHAT);

        assertThat(engine.command()).startsWith("servedyno", "engine-sim").contains("--max-num-seqs", "64");
        assertThat(engine.observed().mismatches()).isEmpty();
        assertThat(engine.observed().unproved()).isEmpty();
        assertThat(engine.resetPrefixCache().worked()).isTrue();
        assertThat(engine.metrics().toOptional().orElseThrow()).contains("vllm:");
        assertThat(engine.logTail()).anyMatch(line -> line.contains("SIMULATED"));
        assertThat(engine.stop(StopPolicy.ENGINE).gone()).isTrue();
        assertThat(String.join(" ", EngineAdapters.of(sim).shownCommand(sim)))
                .startsWith("servedyno engine-sim --host 127.0.0.1 --port {port} --model Qwen/Qwen3-14B --profile vllm")
                .endsWith("--gpus 0 --max-num-seqs 64");
    }

    private static Configuration fake(String behaviour) {
        return command(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                FakeServer.class.getName(),
                "{port}",
                behaviour);
    }

    private static Configuration command(String... words) {
        return new Configuration("c", "command", "tiny", Map.of(), Map.of(), List.of(words), Map.of(), Map.of(), 1);
    }

    private static Configuration attach(String baseUrl) {
        return new Configuration(
                "a", "attach", "tiny", Map.of("base-url", baseUrl), Map.of(), List.of(), Map.of(), Map.of(), 1);
    }

    private StartedEngine start(Configuration configuration, Duration total, Workload.Endpoint... endpoints)
            throws Exception {
        return start(configuration, ReadyPolicy.within(total), endpoints);
    }

    private StartedEngine start(Configuration configuration, ReadyPolicy policy, Workload.Endpoint... endpoints)
            throws Exception {
        List<Workload.Endpoint> asked =
                endpoints.length == 0 ? List.of(Workload.Endpoint.COMPLETIONS) : List.of(endpoints);
        EngineRequest request = new EngineRequest(
                configuration,
                "1-c-1",
                42,
                folder.resolve("engine.log"),
                asked,
                new Hardware.None("a test"),
                List.of(),
                Optional.empty(),
                policy);
        StartedEngine engine = EngineAdapters.of(configuration).start(request, progress::add);
        started.add(engine);
        return engine;
    }

    private EngineFailure fails(Configuration configuration, Duration total, Workload.Endpoint... endpoints) {
        return catchThrowableOfType(EngineFailure.class, () -> start(configuration, total, endpoints));
    }
}
