package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.store.GateReport;
import org.servedyno.results.store.JsonFile;

/** {@code servedyno run} on a node whose GPU fails while a trial is measured: the library below is a fake, all above it is real. */
class FaultInTrialTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void killWhatIsLeft() {
        started.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    @Test
    void an_xid_79_makes_the_trial_invalid_and_the_study_runs_it_again() throws Exception {
        FakeNvml gpu = FakeNvml.in(folder);
        gpu.show(FakeNode.healthy().atMs(2_000, node -> node.xid(0, 79)));
        Process run = run(3, 1);

        awaitTrial("1-a-1");
        gpu.show(FakeNode.healthy());
        assertThat(exitCode(run)).as(output()).isEqualTo(ExitCode.OK);

        Trial first = trial("1-a-1");
        assertThat(first.validity().state()).isEqualTo(Validity.State.INVALID);
        assertThat(first.validity().reasons())
                .anySatisfy(reason -> assertThat(reason).contains("RAS-3").contains("79"));
        assertThroughputKept(first);
        Trial second = trial("1-a-2");
        assertThat(second.validity().state()).isEqualTo(Validity.State.VALID);
    }

    @Test
    void clocks_that_fall_by_half_under_a_power_brake_make_the_trial_invalid_and_leave_its_throughput()
            throws Exception {
        FakeNvml.in(folder)
                .show(FakeNode.healthy()
                        .atMs(
                                2_500,
                                node -> node.gpu(0, "clock.sm", 990)
                                        .gpu(0, "util.gpu", 90)
                                        .gpu(0, "reasons", "0x80")));

        assertThat(exitCode(run(3, 0))).as(output()).isEqualTo(ExitCode.FAILED);

        Trial trial = trial("1-a-1");
        assertThat(trial.validity().state()).isEqualTo(Validity.State.INVALID);
        assertThat(trial.validity().reasons())
                .anySatisfy(reason -> assertThat(reason).contains("THR-1"));
        assertThroughputKept(trial);
    }

    @Test
    void a_foreign_process_makes_the_trial_invalid_though_its_pid_is_nobody_here() throws Exception {
        FakeNvml.in(folder).show(FakeNode.healthy().atMs(6_000, node -> node.process(0, 4_000_123, "compute", 512)));

        assertThat(exitCode(run(6, 0))).as(output()).isEqualTo(ExitCode.FAILED);

        Trial trial = trial("1-a-1");
        assertThat(trial.validity().state()).isEqualTo(Validity.State.INVALID);
        assertThat(gates("1-a-1"))
                .filteredOn(gate -> gate.id().equals("PROC-1") && gate.status() == GateResult.Status.FAIL)
                .singleElement()
                .satisfies(gate -> assertThat(gate.seen()).contains("4000123"));
        assertThroughputKept(trial);
    }

    /** One configuration, one block, a warmup and a measured pass of so many seconds each. */
    private Process run(int passSeconds, int retries) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String classPath = System.getProperty("java.class.path");
        Path plan = Files.writeString(folder.resolve("plan.yaml"), """
                study: fault
                model: Qwen/Qwen3-0.6B
                tokenizer: o200k
                hardware: { expect: h100-sxm, gpus: 1 }
                workloads:
                  short: { dataset: random, input: 16, output: 8, prompts: 2000, concurrency: 2, window: %ds }
                configurations:
                  a:
                    engine: command
                    command: ["%s", -XX:TieredStopAtLevel=1, -cp, "%s", %s, --port, "{port}", --start-seconds, "0", --model, Qwen/Qwen3-0.6B]
                discipline: { blocks: 1, warmup: { passes: 1, until: passes }, passes: 1, retries: %d }
                """.formatted(
                        passSeconds, java, classPath, EngineSimMain.class.getName(), retries));
        ProcessBuilder builder = new ProcessBuilder(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Main.class.getName(),
                "run",
                plan.toString());
        builder.environment()
                .put("SERVEDYNO_NVML", folder.resolve("libnvidia-ml.so.1").toString());
        Process process = builder.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        started.add(process);
        return process;
    }

    private String output() throws IOException {
        Path output = folder.resolve("output");
        return Files.exists(output) ? Files.readString(output) : "";
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private void awaitTrial(String id) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (find(id, "trial.json").isEmpty()) {
            assertThat(System.nanoTime() - endNs).as(output()).isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private Optional<Path> find(String trial, String file) throws IOException {
        Path runs = folder.resolve("runs");
        if (!Files.isDirectory(runs)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(runs)) {
            return files.filter(path -> path.endsWith(Path.of(trial, file))).findFirst();
        }
    }

    private Trial trial(String id) throws IOException {
        return JsonFile.read(find(id, "trial.json").orElseThrow(), Trial.class);
    }

    private List<GateResult> gates(String id) throws IOException {
        return GateReport.read(find(id, "gates.json").orElseThrow()).gates();
    }

    private static void assertThroughputKept(Trial trial) {
        assertThat(trial.outcome()).isEqualTo(new TrialOutcome.Done());
        assertThat(trial.simulated()).isFalse();
        Pass measured = trial.passes().get(1);
        assertThat(measured.completed()).isPositive();
        assertThat(measured.metrics())
                .hasEntrySatisfying(
                        "output-throughput",
                        throughput -> assertThat(throughput.value().toOptional())
                                .hasValueSatisfying(value -> assertThat(value).isPositive()));
    }
}
