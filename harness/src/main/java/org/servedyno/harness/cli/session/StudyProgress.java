package org.servedyno.harness.cli.session;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.servedyno.harness.study.StudyListener;
import org.servedyno.harness.trial.TrialPhase;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.Workload;

/** Tells a person how a study goes on: a line for each pass and trial, and on a terminal a status line with the time left. */
final class StudyProgress implements StudyListener, AutoCloseable {
    private final Terminal terminal;
    private final LongSupplier nanoClock;
    private final Duration estimate;
    private String title = "";
    private String marked = "";
    private int planned;
    private int position;
    private int trialsEnded;
    private long studyStartNs;

    /**
     * @param nanoClock a monotonic clock, nanoseconds
     * @param estimate how long the whole study may take, for the time left until trials have shown it
     */
    StudyProgress(Terminal terminal, LongSupplier nanoClock, Duration estimate) {
        this.terminal = terminal;
        this.nanoClock = nanoClock;
        this.estimate = estimate;
    }

    @Override
    public void studyStarted(Study study, Path runDirectory, int trialsDone) {
        studyStartNs = nanoClock.getAsLong();
        planned = study.order().stream().mapToInt(java.util.List::size).sum();
        marked = study.simulated() ? " SIMULATED" : "";
        terminal.line(
                "%s%s: %d configurations x %d blocks, %d trials%s",
                study.name(),
                marked,
                study.configurations().size(),
                study.discipline().blocks(),
                planned,
                trialsDone == 0 ? "" : ", " + trialsDone + " already done");
        terminal.line("results in %s", runDirectory);
        planned -= trialsDone;
    }

    @Override
    public void trialStarted(String trialId, int trialPosition, int trialsPlanned) {
        position = trialPosition;
        title = String.format(Locale.ROOT, "trial %d/%d %s", trialPosition, trialsPlanned, trialId);
    }

    @Override
    public void phase(String trialId, TrialPhase phase) {
        terminal.status(title + ": " + phase.word() + left());
    }

    @Override
    public void progress(
            String trialId, Workload workload, Pass.Kind kind, int number, int done, int failed, int total) {
        String failures = failed == 0 ? "" : ", " + failed + " failed";
        terminal.status(String.format(
                Locale.ROOT,
                "%s: %s %s %d, %d/%d%s%s",
                title,
                kind.word(),
                workload.name(),
                number,
                done,
                total,
                failures,
                left()));
    }

    @Override
    public void passEnded(String trialId, Pass pass) {
        String failed =
                pass.completed() == pass.requests() ? "" : ", " + (pass.requests() - pass.completed()) + " failed";
        terminal.line(
                "  %s %s %s %d: %s, TTFT p50 %s, %d requests%s",
                trialId,
                pass.kind().word(),
                pass.workload(),
                pass.number(),
                shown(pass, "output-throughput"),
                shown(pass, "ttft-p50"),
                pass.requests(),
                failed);
    }

    private static String shown(Pass pass, String id) {
        MetricValue metric = pass.metrics().get(id);
        if (metric == null) {
            return "-";
        }
        return metric.value()
                .toOptional()
                .map(value -> String.format(Locale.ROOT, "%.1f %s", value, metric.unit()))
                .orElse("-");
    }

    @Override
    public void trialEnded(Trial trial) {
        trialsEnded++;
        terminal.line("%s: %s%s%s", title, outcome(trial), marked, left());
    }

    private static String outcome(Trial trial) {
        if (trial.outcome() instanceof TrialOutcome.Failed failed) {
            return "failed: " + failed.failureClass() + ": " + failed.causeLine();
        }
        if (trial.outcome() instanceof TrialOutcome.Interrupted) {
            return "interrupted";
        }
        Validity validity = trial.validity();
        return validity.state()
                + (validity.reasons().isEmpty() ? "" : " (" + String.join("; ", validity.reasons()) + ")");
    }

    /** Takes the status line away. */
    @Override
    public void close() {
        terminal.status("");
    }

    private String left() {
        long elapsedNs = nanoClock.getAsLong() - studyStartNs;
        int remaining = planned - trialsEnded;
        if (position == 0 || remaining <= 0) {
            return "";
        }
        long leftNs = trialsEnded == 0
                ? Math.max(0, estimate.toNanos() - elapsedNs)
                : Math.max(0, elapsedNs / trialsEnded * planned - elapsedNs);
        return ", " + human(Duration.ofNanos(leftNs)) + " left";
    }

    /** A duration as people say it, for example {@code 1m 40s}. */
    static String human(Duration duration) {
        long seconds = Math.max(1, Math.round(duration.toMillis() / 1000.0));
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3600) {
            return seconds / 60 + "m " + seconds % 60 + "s";
        }
        return seconds / 3600 + "h " + seconds % 3600 / 60 + "m";
    }
}
