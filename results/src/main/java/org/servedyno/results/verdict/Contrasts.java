package org.servedyno.results.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.servedyno.results.metric.Metric;
import org.servedyno.results.metric.MetricCatalogue;
import org.servedyno.results.model.Reading;
import org.servedyno.results.stats.LogRatio;

/**
 * Sets two configurations against each other.
 *
 * @param marginRatio equivalence margin as a ratio
 * @param exploratory whether no verdict may be given
 * @param sameWork whether both sides were given the same work
 * @param qualifications notes that every contrast carries
 */
record Contrasts(double marginRatio, boolean exploratory, boolean sameWork, List<String> qualifications) {
    /** Compared beside the primary metric, and marked so. */
    private static final List<String> SECONDARY_METRICS = List.of("ttft-p50", "tpot-p50");

    private static final String EXPLORATORY =
            "exploratory: a server that was not started fresh gives numbers, but no verdict";

    /**
     * One side of a contrast.
     *
     * @param label its name in the contrast
     * @param result its trials
     */
    record Side(String label, ConfigurationResult result) {
        List<ForkValue> forks(String workload, String metric) {
            return result.metric(workload, metric).map(MetricResult::forks).orElse(List.of());
        }
    }

    /** Two sides' values, in pairs when {@code paired}. */
    private record Values(List<ForkValue> candidate, List<ForkValue> baseline, boolean paired) {
        static Values paired(List<ForkValue> candidate, List<ForkValue> baseline) {
            Map<Integer, ForkValue> ofBaseline = new TreeMap<>();
            baseline.forEach(fork -> ofBaseline.put(fork.block(), fork));
            List<ForkValue> left = candidate.stream()
                    .filter(fork -> ofBaseline.containsKey(fork.block()))
                    .toList();
            List<ForkValue> right =
                    left.stream().map(fork -> ofBaseline.get(fork.block())).toList();
            return new Values(left, right, true);
        }

        int n() {
            return Math.min(candidate.size(), baseline.size());
        }

        boolean anySuspect() {
            return candidate.stream().anyMatch(ForkValue::suspect)
                    || baseline.stream().anyMatch(ForkValue::suspect);
        }

        Values withoutSuspect() {
            List<ForkValue> left =
                    candidate.stream().filter(fork -> !fork.suspect()).toList();
            List<ForkValue> right =
                    baseline.stream().filter(fork -> !fork.suspect()).toList();
            return paired ? paired(left, right) : new Values(left, right, false);
        }

        /** Empty for fewer than two trials on a side, or a value that has no logarithm. */
        Optional<LogRatio> logRatio() {
            double[] left = candidate.stream().mapToDouble(ForkValue::value).toArray();
            double[] right = baseline.stream().mapToDouble(ForkValue::value).toArray();
            boolean positive = DoubleStream.concat(Arrays.stream(left), Arrays.stream(right))
                    .allMatch(value -> value > 0);
            if (n() < 2 || !positive) {
                return Optional.empty();
            }
            return Optional.of(paired ? LogRatio.paired(left, right) : LogRatio.unpaired(left, right));
        }
    }

    /**
     * The contrasts of two sides under one workload: the primary metric, then the secondary ones.
     *
     * @param paired whether trials of common blocks are set against each other, or all of one side against all of the other
     */
    List<Contrast> all(String workload, String primaryMetric, Side baseline, Side candidate, boolean paired) {
        List<Contrast> contrasts = new ArrayList<>();
        contrasts.add(contrast(new Question(workload, primaryMetric, Contrast.PRIMARY, baseline, candidate), paired));
        for (String metric : SECONDARY_METRICS) {
            if (!metric.equals(primaryMetric)) {
                contrasts.add(
                        contrast(new Question(workload, metric, Contrast.SECONDARY, baseline, candidate), paired));
            }
        }
        return contrasts;
    }

    private record Question(String workload, String metric, String role, Side baseline, Side candidate) {}

    private Contrast contrast(Question question, boolean paired) {
        List<ForkValue> ofCandidate = question.candidate().forks(question.workload(), question.metric());
        List<ForkValue> ofBaseline = question.baseline().forks(question.workload(), question.metric());
        Values values = paired ? Values.paired(ofCandidate, ofBaseline) : new Values(ofCandidate, ofBaseline, false);
        return contrast(question, values);
    }

    private Contrast contrast(Question question, Values values) {
        VerdictRule rule = new VerdictRule(
                marginRatio,
                MetricCatalogue.find(question.metric()).map(Metric::better).orElse(Metric.Better.NEITHER));
        Optional<LogRatio> contrast = values.logRatio();
        VerdictRule.Judgement judgement =
                contrast.map(ratio -> judge(rule, ratio, values)).orElseGet(() -> nothingToJudge(question, values));
        List<String> notes = new ArrayList<>(judgement.notes());
        notes.addAll(qualifications);
        String whyNone = values.n() < 2 ? "fewer than two trials to compare" : "a value is not above 0";
        return new Contrast(
                question.workload(),
                question.metric(),
                question.role(),
                question.baseline().label(),
                question.candidate().label(),
                ratioOf(values, contrast, whyNone),
                figure(contrast, whyNone, ratio -> ratio.interval(0.95).low()),
                figure(contrast, whyNone, ratio -> ratio.interval(0.95).high()),
                figure(contrast, whyNone, ratio -> ratio.interval(0.90).low()),
                figure(contrast, whyNone, ratio -> ratio.interval(0.90).high()),
                marginRatio,
                judgement.verdict(),
                values.n(),
                values.paired(),
                figure(contrast, whyNone, LogRatio::differenceP),
                figure(contrast, whyNone, ratio -> ratio.equivalenceP(marginRatio)),
                figure(contrast, whyNone, LogRatio::minimumDetectableRatio),
                notes);
    }

    /** A single trial on each side has a ratio, but no interval. */
    private static Reading<Double> ratioOf(Values values, Optional<LogRatio> contrast, String whyNone) {
        if (contrast.isEmpty()
                && values.candidate().size() == 1
                && values.baseline().size() == 1) {
            double baseline = values.baseline().get(0).value();
            return baseline > 0
                    ? Reading.of(values.candidate().get(0).value() / baseline)
                    : Reading.absent("a value is not above 0");
        }
        return figure(contrast, whyNone, LogRatio::ratio);
    }

    private static Reading<Double> figure(
            Optional<LogRatio> contrast, String whyNone, ToDoubleFunction<LogRatio> figure) {
        return contrast.<Reading<Double>>map(ratio -> Reading.of(figure.applyAsDouble(ratio)))
                .orElseGet(() -> Reading.absent(whyNone));
    }

    private VerdictRule.Judgement judge(VerdictRule rule, LogRatio contrast, Values values) {
        if (!sameWork) {
            return new VerdictRule.Judgement(
                    Verdict.INVALID, List.of("the two were not given the same work: their workSha256 differ"));
        }
        if (exploratory) {
            return new VerdictRule.Judgement(Verdict.INCONCLUSIVE, List.of(EXPLORATORY));
        }
        VerdictRule.Judgement judgement = rule.judge(contrast);
        return values.anySuspect() && contrast.n() >= VerdictRule.LEAST_BLOCKS
                ? withSensitivity(rule, judgement, values)
                : judgement;
    }

    /** SUSPECT trials stay in; a verdict that hangs on them is none. */
    private static VerdictRule.Judgement withSensitivity(
            VerdictRule rule, VerdictRule.Judgement judgement, Values values) {
        Optional<Verdict> without = values.withoutSuspect()
                .logRatio()
                .map(ratio -> rule.byIntervals(ratio).verdict());
        List<String> notes = new ArrayList<>(judgement.notes());
        String line = without.map(verdict -> "without SUSPECT trials: " + verdict)
                .orElse("without SUSPECT trials too little is left to tell");
        if (without.equals(Optional.of(judgement.verdict()))) {
            notes.add(line);
            return new VerdictRule.Judgement(judgement.verdict(), notes);
        }
        notes.add(line + "; with them " + judgement.verdict() + ": it hangs on them, so no verdict");
        return new VerdictRule.Judgement(Verdict.INCONCLUSIVE, notes);
    }

    private VerdictRule.Judgement nothingToJudge(Question question, Values values) {
        List<String> notes = new ArrayList<>();
        boolean allInvalid = false;
        for (Side side : List.of(question.baseline(), question.candidate())) {
            ConfigurationResult result = side.result();
            if (result.valid() == 0) {
                allInvalid |= result.trials() > 0;
                notes.add(side.label() + ": none of " + result.trials() + " trials counts");
            }
        }
        if (notes.isEmpty() && exploratory) {
            notes.add(EXPLORATORY);
        } else if (notes.isEmpty() && values.n() >= 2) {
            notes.add("a value is not above 0, so there is no ratio");
        } else if (notes.isEmpty()) {
            String counted = (values.paired() ? " complete block" : " trial") + (values.n() == 1 ? "" : "s");
            notes.add(values.n() + counted + (values.paired() ? "" : " on a side") + "; a verdict needs "
                    + VerdictRule.LEAST_BLOCKS);
        }
        return new VerdictRule.Judgement(allInvalid ? Verdict.INVALID : Verdict.INCONCLUSIVE, notes);
    }
}
