package org.servedyno.harness.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.harness.plan.PlanSource;
import org.servedyno.harness.plan.Plans;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.GateReport;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.stream.GpuTrace;
import org.servedyno.results.store.stream.RequestLog;

/** Whole studies with real processes: engines, load generators, recorders. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class StudyRunTest {
    private static final String SMALL = """
            study: small
            model: Qwen/Qwen3-14B
            workloads:
              short: { dataset: random, input: 24, output: 64, prompts: 24, seed: 1 }
            configurations:
            %s
            discipline: { blocks: 1, warmup: { passes: 1, until: passes }, passes: 1, seed: 5, retries: 1 }
            %s
            """;

    @TempDir
    Path runs;

    @Test
    void a_study_leaves_a_whole_run_directory_in_which_each_trial_has_its_own_engine_trace_and_gates()
            throws IOException {
        StudyEnd end = run("", """
                  a: { engine: sim, start-seconds: 0.1 }
                  b: { engine: sim, profile: sglang, start-seconds: 0.1 }
                """);

        assertThat(end.complete()).isTrue();
        Set<Long> pids = new HashSet<>();
        for (String name : List.of("a", "b")) {
            Trial trial = trial(end, name);
            assertThat(trial.outcome()).isEqualTo(new TrialOutcome.Done());
            assertThat(trial.validity().state()).isNotEqualTo(Validity.State.INVALID);
            assertThat(trial.simulated()).isTrue();
            pids.add(trial.enginePid().orElseThrow());
            Pass measured = trial.passes().get(1);
            assertThat(measured.completed()).isEqualTo(24);
            assertThat(measured.metrics()).containsKeys("output-throughput", "ttft-p99", "energy-per-token");
            assertFiles(end.run(), trial, measured);
        }
        assertThat(pids).hasSize(2).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
        for (Path report : List.of(
                end.run().reportHtml(), end.run().reportMarkdown(), end.run().studyJson())) {
            assertThat(report).content().containsIgnoringCase("simulated");
        }
    }

    private static void assertFiles(RunDirectory run, Trial trial, Pass measured) throws IOException {
        GateReport gates = GateReport.read(run.trial(trial.id()).gatesJson());
        assertThat(gates.gates()).extracting("id").contains("HOST-1", "INV-1", "TRC-1");
        FileKeys.assertAgreed(run, trial, measured);
        RequestLog log = RequestLog.read(run.trial(trial.id())
                .pass(Pass.folderName("short", Pass.Kind.MEASURED, 1))
                .requests());
        assertThat(log.complete()).isTrue();
        assertThat(log.records()).hasSize(24);
        GpuTrace trace = GpuTrace.read(run.trial(trial.id()).gpuTrace());
        assertThat(trace.complete()).isTrue();
        long firstPassNs = onTheRecordersClock(trace, trial.passes().get(0));
        assertThat(highestUtilization(trace.samples().stream().limit(1)))
                .as("before the engine starts")
                .isLessThan(10);
        assertThat(highestUtilization(trace.samples().stream().filter(s -> s.monotonicNs() >= firstPassNs)))
                .as("from the first pass on")
                .isGreaterThan(40);
        assertThat(measured.metrics())
                .hasEntrySatisfying(
                        "gpu-power-mean",
                        power -> assertThat(power.value().toOptional())
                                .hasValueSatisfying(watts -> assertThat(watts).isGreaterThan(80)));
    }

    private static long onTheRecordersClock(GpuTrace trace, Pass pass) {
        return trace.header().anchor().monotonicAt(pass.startAnchor().wallAt(pass.startMonotonicNs()));
    }

    private static double highestUtilization(Stream<GpuSample> samples) {
        return samples.mapToDouble(
                        sample -> sample.utilizationPercent().toOptional().orElseThrow())
                .max()
                .orElseThrow();
    }

    @Test
    void engines_that_fail_become_named_failed_trials_with_their_last_log_lines_and_the_study_goes_on()
            throws IOException {
        StudyEnd end = run("", """
                  good: { engine: sim, start-seconds: 0.1 }
                  exits: { engine: sim, fail: exit-at-start }
                  never: { engine: sim, fail: never-ready, launch: { ready-timeout: 6s } }
                """);

        assertThat(end.complete()).isFalse();
        assertThat(trial(end, "good").counts()).isTrue();
        assertThat(failure(end, "exits").failureClass()).isEqualTo("exited-at-start");
        assertThat(failure(end, "exits").logTail()).isNotEmpty();
        assertThat(failure(end, "never").failureClass()).isIn("not-ready", "start-timeout", "hang-startup");
    }

    @Test
    void a_port_that_is_taken_fails_the_trial_and_names_who_holds_it() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StudyEnd end = run("port: " + taken.getLocalPort(), "  a: { engine: sim, start-seconds: 0.1 }");

            assertThat(failure(end, "a").failureClass()).isEqualTo("port-in-use");
            assertThat(failure(end, "a").causeLine())
                    .contains(Integer.toString(taken.getLocalPort()))
                    .contains("pid " + ProcessHandle.current().pid());
        }
    }

    @Test
    void an_engine_that_runs_other_settings_than_the_plan_expects_fails_and_is_not_run_again() throws IOException {
        StudyEnd end = run("", "  a: { engine: sim, start-seconds: 0.1, precision: bf16, expect: { precision: fp8 } }");

        assertThat(failure(end, "a").failureClass()).isEqualTo("setting-mismatch");
        assertThat(failure(end, "a").causeLine())
                .contains("precision")
                .contains("fp8")
                .contains("bf16");
        assertThat(end.run().trial(Trial.idOf(1, "a", 2)).path()).doesNotExist();
    }

    private StudyEnd run(String more, String configurations) throws IOException {
        String text = SMALL.formatted(configurations.stripTrailing(), more);
        Study study = Plans.study(text);
        return new StudyRunner(new SilentListener()).begin(study, new PlanSource("plan.yaml", text, runs), runs);
    }

    private static Trial trial(StudyEnd end, String configuration) throws IOException {
        Path file = end.run().trial(Trial.idOf(1, configuration, 1)).trialJson();
        assertThat(Files.exists(file)).as("%s", file).isTrue();
        return JsonFile.read(file, Trial.class);
    }

    private static TrialOutcome.Failed failure(StudyEnd end, String configuration) throws IOException {
        Trial trial = trial(end, configuration);
        assertThat(trial.outcome()).as("%s", trial).isInstanceOf(TrialOutcome.Failed.class);
        return (TrialOutcome.Failed) trial.outcome();
    }
}
