package org.servedyno.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.bench.client.ScriptedServer;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.Tokenizers;
import org.servedyno.bench.workload.RequestSets;
import org.servedyno.bench.workload.SealedRequestSet;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.child.ChildSpec;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.model.Workload;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.PassDirectory;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.WholeFile;
import org.servedyno.results.store.stream.RequestLog;

@Timeout(120)
class LoadGeneratorMainTest {
    private static final int REQUESTS = 12;
    private static final int IN_FLIGHT = 3;
    private static final ScriptedServer.Script GOOD = (number, answer) -> {
        answer.streamHead();
        answer.text("x");
        answer.finish(1);
    };
    /** Good for half of the requests, silent from then on. */
    private static final ScriptedServer.Script FALLS_SILENT = (number, answer) -> {
        if (number >= REQUESTS / 2) {
            Thread.sleep(60_000);
        }
        GOOD.answer(number, answer);
    };

    @TempDir
    private Path folder;

    private ChildJvm child(ScriptedServer server) throws Exception {
        Workload workload = new Workload(
                "short",
                "random",
                Optional.empty(),
                REQUESTS,
                OptionalInt.of(4),
                OptionalInt.of(2),
                0,
                1,
                Workload.Endpoint.COMPLETIONS,
                false,
                OptionalInt.of(IN_FLIGHT),
                OptionalDouble.empty(),
                Optional.empty());
        Path sealed = folder.resolve("short.jsonl");
        try (Tokenizer tokenizer = Tokenizers.open(Tokenizers.BUNDLED)) {
            SealedRequestSet.write(sealed, RequestSets.build(workload, tokenizer), true);
        }
        LoadSpec spec = new LoadSpec(
                true,
                server.url(),
                "m",
                new TrialDirectory(folder),
                Duration.ofSeconds(50),
                Duration.ofSeconds(50),
                List.of(new LoadSpec.SealedWorkload(workload, sealed)));
        Path file = folder.resolve("load.json");
        WholeFile.write(file, Json.pretty(spec.toJson()));
        ChildJvm child = ChildJvm.start(ChildSpec.of("load generator", LoadGeneratorMain.class, file.toString())
                .withJvmFlags(LoadGeneratorMain.JVM_FLAGS.toArray(String[]::new)));
        await(child, "ready");
        return child;
    }

    private static ChildEvent await(ChildJvm child, String name) throws InterruptedException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < Duration.ofSeconds(60).toNanos()) {
            Optional<ChildEvent> event = child.next(Duration.ofMillis(200));
            if (event.isPresent() && event.get().name().equals(name)) {
                return event.get();
            }
        }
        throw new AssertionError("no " + name + " came");
    }

    private static void begin(ChildJvm child) throws IOException {
        child.send("{\"command\":\"pass\",\"workload\":\"short\",\"kind\":\"measured\",\"pass\":1,\"orderSeed\":7}");
    }

    private PassDirectory pass() {
        return new TrialDirectory(folder).pass("short-1");
    }

    @Test
    void a_pass_leaves_its_records_latencies_block_and_metrics() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(GOOD)) {
            ChildJvm child = child(server);
            begin(child);
            assertThat(await(child, "pass").body().path("folder").asText()).isEqualTo("short-1");
            child.stop(Duration.ofSeconds(10));
            RequestLog log = RequestLog.read(pass().requests());
            assertThat(log.complete()).isTrue();
            assertThat(log.records()).hasSize(REQUESTS).allMatch(RequestRecord::succeeded);
            assertThat(Files.readString(pass().block()))
                    .contains("Serving Benchmark Result")
                    .contains("SIMULATED");
            assertThat(pass().latencyLog()).isNotEmptyFile();
            assertThat(JsonFile.readTree(pass().passJson()).path("partial").asBoolean())
                    .isFalse();
            assertThat(JsonFile.readTree(pass().passJson()).path("completed").asInt())
                    .isEqualTo(REQUESTS);
        }
    }

    @Test
    void the_end_of_stdin_ends_a_pass_whose_files_are_marked_partial() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(FALLS_SILENT)) {
            ChildJvm child = child(server);
            begin(child);
            awaitSilence(server);
            child.stop(Duration.ofSeconds(15));
            assertThat(JsonFile.readTree(pass().passJson()).path("partial").asBoolean())
                    .isTrue();
            assertThat(RequestLog.read(pass().requests()).records())
                    .filteredOn(RequestRecord::succeeded)
                    .hasSize(REQUESTS / 2);
        }
    }

    @Test
    void a_killed_load_generator_leaves_a_readable_log_and_no_pass() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(FALLS_SILENT)) {
            ChildJvm child = child(server);
            begin(child);
            awaitSilence(server);
            Thread.sleep(2_000);
            ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
            child.stop(Duration.ofSeconds(5));
            RequestLog log = RequestLog.read(pass().requests());
            assertThat(log.complete()).isFalse();
            assertThat(pass().passJson()).doesNotExist();
        }
    }

    @Test
    void a_server_that_dies_in_the_middle_ends_the_pass_with_failures() throws Exception {
        ScriptedServer server = ScriptedServer.start(FALLS_SILENT);
        ChildJvm child = child(server);
        begin(child);
        awaitSilence(server);
        server.close();
        await(child, "pass");
        child.stop(Duration.ofSeconds(10));
        assertThat(RequestLog.read(pass().requests()).records())
                .hasSize(REQUESTS)
                .filteredOn(record -> !record.succeeded())
                .hasSize(REQUESTS - REQUESTS / 2);
    }

    /** Until all requests that will be answered were, and the rest are under way. */
    private static void awaitSilence(ScriptedServer server) throws InterruptedException {
        long startNs = System.nanoTime();
        while (server.heads().size() < REQUESTS / 2 + IN_FLIGHT
                && System.nanoTime() - startNs < Duration.ofSeconds(30).toNanos()) {
            Thread.sleep(20);
        }
        assertThat(server.heads()).hasSize(REQUESTS / 2 + IN_FLIGHT);
    }
}
