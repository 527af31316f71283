package org.servedyno.harness.cli.session;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
import org.servedyno.results.report.view.Shortened;

/** Tells a person how a study goes on: each trial with a line for every pass, and on a terminal a status line with the time left. */
final class StudyProgress implements StudyListener, AutoCloseable {
    /** Longest workload name of a pass line, and of a trial id in its heading: with them a line fits 80 columns. */
    private static final int MOST_NAME = 12;

    private static final int MOST_TRIAL_ID = 60;

    private final Terminal terminal;
    private final LongSupplier nanoClock;
    private final Duration estimate;
    private String marked = "";
    private int nameWidth;
    private int planned;
    private int position;
    private int trialsEnded;
    private long studyStartNs;
    private long lastTrialEndNs;

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
        planned = study.order().stream().mapToInt(List::size).sum();
        marked = study.simulated() ? " SIMULATED" : "";
        nameWidth = study.workloads().stream()
                .mapToInt(workload -> Math.min(MOST_NAME, workload.name().length()))
                .max()
                .orElse(0);
        terminal.line(
                "%s%s: %s x %s, %s%s",
                study.name(),
                marked,
                count(study.configurations().size(), "configuration"),
                count(study.discipline().blocks(), "block"),
                count(planned, "trial"),
                trialsDone == 0 ? "" : ", " + trialsDone + " already done");
        terminal.line("results in %s", runDirectory);
        planned -= trialsDone;
    }

    @Override
    public void trialStarted(String trialId, int trialPosition, int trialsPlanned) {
        position = trialPosition;
        terminal.line("trial %d/%d %s", trialPosition, trialsPlanned, Shortened.to(MOST_TRIAL_ID, trialId));
    }

    @Override
    public void phase(String trialId, TrialPhase phase) {
        terminal.status("  " + phase.word() + left());
    }

    @Override
    public void progress(
            String trialId, Workload workload, Pass.Kind kind, int number, int done, int failed, int total) {
        terminal.status(pass(kind, workload.name(), number) + "  " + done + " of " + total + " requests"
                + (failed == 0 ? "" : ", " + failed + " failed") + left());
    }

    @Override
    public void passEnded(String trialId, Pass pass) {
        boolean whole = pass.completed() == pass.requests();
        terminal.line(
                "%s  %12s  TTFT p50 %10s  %s requests",
                pass(pass.kind(), pass.workload(), pass.number()),
                shown(pass, "output-throughput"),
                shown(pass, "ttft-p50"),
                whole ? pass.requests() : pass.completed() + "/" + pass.requests());
    }

    private static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private String pass(Pass.Kind kind, String workload, int number) {
        String name = Shortened.to(MOST_NAME, workload);
        return String.format(
                Locale.ROOT,
                "  %-8s %s%s %d",
                kind.word(),
                name,
                " ".repeat(Math.max(0, nameWidth - name.length())),
                number);
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
        lastTrialEndNs = nanoClock.getAsLong();
        boolean last = trial.outcome() instanceof TrialOutcome.Interrupted;
        terminal.line("  %s%s%s", outcome(trial), marked, last ? "" : left());
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

    /** The trials to come at the mean duration of those that have ended; within a trial it counts down. */
    private String left() {
        int remaining = planned - trialsEnded;
        if (position == 0 || remaining <= 0) {
            return "";
        }
        long nowNs = nanoClock.getAsLong();
        long leftNs;
        if (trialsEnded == 0) {
            leftNs = estimate.toNanos() - (nowNs - studyStartNs);
        } else {
            long trialNs = (lastTrialEndNs - studyStartNs) / trialsEnded;
            leftNs = trialNs * (remaining - 1) + Math.max(0, trialNs - (nowNs - lastTrialEndNs));
        }
        return ", about " + human(Duration.ofNanos(Math.max(0, leftNs))) + " left";
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
