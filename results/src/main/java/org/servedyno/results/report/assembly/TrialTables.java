package org.servedyno.results.report.assembly;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.report.view.PassView;
import org.servedyno.results.report.view.TallyView;
import org.servedyno.results.report.view.TrialView;

/** Trials and passes, one row each, and counted. */
final class TrialTables {
    private static final String NONE = "–";

    private final Study study;
    private final List<Trial> trials;

    TrialTables(Study study, List<Trial> trials) {
        this.study = study;
        this.trials = trials;
    }

    List<TrialView> trials() {
        return trials.stream().map(this::trial).toList();
    }

    List<TallyView> tallies() {
        return study.configurations().stream().map(c -> tally(c.name())).toList();
    }

    List<PassView> passes() {
        return trials.stream()
                .flatMap(t -> t.passes().stream().map(p -> pass(t, p)))
                .toList();
    }

    /** {@code 19 trials: 17 valid, 1 suspect, 0 invalid, 1 failed}. */
    String summary() {
        TallyView all = count("", trials);
        long interrupted = trials.stream()
                .filter(t -> t.outcome() instanceof TrialOutcome.Interrupted)
                .count();
        return trials.size() + (trials.size() == 1 ? " trial: " : " trials: ") + all.valid() + " valid, "
                + all.suspect() + " suspect, " + all.invalid() + " invalid, " + (all.failed() - interrupted) + " failed"
                + (interrupted == 0 ? "" : ", " + interrupted + " interrupted");
    }

    /** {@code done}, {@code failed: class}, {@code interrupted}. */
    static String outcome(Trial trial) {
        if (trial.outcome() instanceof TrialOutcome.Failed failed) {
            return "failed: " + failed.failureClass();
        }
        return trial.outcome() instanceof TrialOutcome.Done ? "done" : "interrupted";
    }

    private TallyView tally(String configuration) {
        return count(
                configuration,
                trials.stream()
                        .filter(t -> t.configuration().equals(configuration))
                        .toList());
    }

    private static TallyView count(String configuration, List<Trial> some) {
        Map<String, Long> failures = some.stream()
                .filter(t -> !(t.outcome() instanceof TrialOutcome.Done))
                .collect(Collectors.groupingBy(
                        t -> outcome(t).replace("failed: ", ""), TreeMap::new, Collectors.counting()));
        return new TallyView(
                configuration,
                done(some, Validity.State.VALID),
                done(some, Validity.State.SUSPECT),
                done(some, Validity.State.INVALID),
                failures.values().stream().mapToInt(Long::intValue).sum(),
                failures.entrySet().stream()
                        .map(e -> e.getValue() + " " + e.getKey())
                        .collect(Collectors.joining(", ")));
    }

    private static int done(List<Trial> some, Validity.State state) {
        return (int) some.stream()
                .filter(t ->
                        t.outcome() instanceof TrialOutcome.Done && t.validity().state() == state)
                .count();
    }

    private TrialView trial(Trial trial) {
        TrialOutcome.Failed failed =
                trial.outcome() instanceof TrialOutcome.Failed f ? f : new TrialOutcome.Failed("", "", List.of(), "");
        return new TrialView(
                trial.id(),
                trial.block(),
                place(trial),
                trial.configuration(),
                trial.validity().state().name(),
                trial.validity().reasons(),
                outcome(trial),
                failed.causeLine(),
                failed.advice(),
                failed.logTail(),
                TimeText.moment(trial.startedAt()),
                TimeText.duration(Duration.between(trial.startedAt(), trial.endedAt())),
                trial.enginePid().isPresent() ? Long.toString(trial.enginePid().getAsLong()) : NONE,
                String.join(" ", trial.command()));
    }

    private String place(Trial trial) {
        if (trial.block() < 1 || trial.block() > study.order().size()) {
            return NONE;
        }
        List<String> order = study.order().get(trial.block() - 1);
        int index = order.indexOf(trial.configuration());
        return index < 0 ? NONE : (index + 1) + " of " + order.size();
    }

    private static PassView pass(Trial trial, Pass pass) {
        return new PassView(
                trial.id(),
                pass.workload(),
                pass.kind().word(),
                pass.number(),
                pass.completed() + "/" + pass.requests(),
                new TreeMap<>(pass.failures())
                        .entrySet().stream()
                                .map(e -> e.getValue() + " " + e.getKey())
                                .collect(Collectors.joining(", ")),
                IntStream.range(0, PassView.COLUMNS.size())
                        .mapToObj(i -> value(pass, PassView.COLUMNS.get(i).id()))
                        .toList());
    }

    private static String value(Pass pass, String metric) {
        MetricValue value = pass.metrics().get(metric);
        return value == null
                ? NONE
                : value.value().toOptional().map(Rounding::plain).orElse(NONE);
    }
}
