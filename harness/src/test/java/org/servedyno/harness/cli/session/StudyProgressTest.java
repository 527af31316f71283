package org.servedyno.harness.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.servedyno.harness.plan.Plans;
import org.servedyno.harness.trial.TrialPhase;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;

class StudyProgressTest {
    private static final Study STUDY = Plans.study("""
            study: demo
            model: Qwen/Qwen3-14B
            workloads:
              short: { dataset: random, input: 8, output: 4, prompts: 64 }
              a-workload-with-a-long-name: { dataset: random, input: 8, output: 4, prompts: 1000 }
            configurations:
              a: { engine: sim }
              b: { engine: sim }
            discipline: { blocks: 2 }
            """);

    private final StringWriter printed = new StringWriter();
    private long nowNs = Duration.ofHours(1).toNanos();

    @Test
    void elsewhere_than_on_a_terminal_each_trial_is_a_few_plain_lines_that_fit_80_columns() {
        StudyProgress progress = progress(false);
        progress.studyStarted(STUDY, Path.of("runs", "demo-1"), 0);
        progress.trialStarted("1-a-1", 1, 4);
        progress.phase("1-a-1", TrialPhase.STARTING);
        progress.passEnded("1-a-1", pass("short", Pass.Kind.WARMUP, 64, 64));
        after(seconds(10));
        progress.passEnded("1-a-1", pass("a-workload-with-a-long-name", Pass.Kind.MEASURED, 1000, 998));
        progress.trialEnded(trial("1-a-1"));

        assertThat(printed.toString().lines())
                .containsExactly(
                        "demo SIMULATED: 2 configurations x 2 blocks, 4 trials",
                        "results in " + Path.of("runs", "demo-1"),
                        "trial 1/4 1-a-1",
                        "  warmup   short        1  12345.7 tok/s  TTFT p50   251.2 ms  64 requests",
                        "  measured a-work…-name 1  12345.7 tok/s  TTFT p50   251.2 ms  998/1000 requests",
                        "  VALID SIMULATED, about 30s left");
        assertThat(printed.toString().lines().limit(4)).allMatch(line -> line.length() <= 80);
    }

    @Test
    void the_time_left_counts_down_within_a_trial_and_never_grows_while_nothing_ends() {
        StudyProgress progress = progress(true);
        progress.studyStarted(STUDY, Path.of("runs"), 0);
        progress.trialStarted("1-a-1", 1, 4);
        assertThat(status(progress)).endsWith("starting, about 2m 0s left");
        after(seconds(10));
        assertThat(status(progress)).endsWith("about 1m 50s left");
        progress.trialEnded(trial("1-a-1"));
        progress.trialStarted("1-b-1", 2, 4);
        assertThat(status(progress)).endsWith("about 30s left");
        after(seconds(4));
        assertThat(status(progress)).endsWith("about 26s left");
        after(seconds(100));
        assertThat(status(progress))
                .as("a trial that takes longer than the others")
                .endsWith("about 20s left");
    }

    @Test
    void a_resumed_study_counts_only_the_trials_still_to_come() {
        StudyProgress progress = progress(false);
        progress.studyStarted(STUDY, Path.of("runs"), 2);
        progress.trialStarted("2-a-1", 3, 4);
        after(seconds(10));
        progress.trialEnded(trial("2-a-1"));

        assertThat(printed.toString()).contains("4 trials, 2 already done").contains("trial 3/4 2-a-1");
        assertThat(printed.toString()).endsWith("VALID SIMULATED, about 10s left" + System.lineSeparator());
    }

    private StudyProgress progress(boolean interactive) {
        Terminal terminal = new Terminal(new PrintWriter(printed), interactive);
        return new StudyProgress(terminal, () -> nowNs, Duration.ofMinutes(2));
    }

    private String status(StudyProgress progress) {
        progress.phase("", TrialPhase.STARTING);
        return printed.toString();
    }

    private void after(Duration time) {
        nowNs += time.toNanos();
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static Pass pass(String workload, Pass.Kind kind, int requests, int completed) {
        ClockAnchor anchor = new ClockAnchor(Instant.EPOCH, 0, 100);
        return new Pass(
                workload,
                1,
                kind,
                true,
                "00",
                requests,
                completed,
                completed == requests ? Map.of() : Map.of("timeout", requests - completed),
                Map.of(
                        "output-throughput", MetricValue.of(12345.67, "tok/s", completed),
                        "ttft-p50", MetricValue.of(251.2, "ms", completed)),
                0,
                1,
                anchor,
                anchor);
    }

    private static Trial trial(String id) {
        return new Trial(
                id,
                1,
                "a",
                1,
                true,
                Validity.VALID,
                new TrialOutcome.Done(),
                OptionalLong.empty(),
                List.of(),
                OptionalInt.empty(),
                List.of(),
                Instant.EPOCH,
                Instant.EPOCH,
                List.of());
    }
}
