package org.servedyno.results.verdict;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.servedyno.results.metric.Metric;
import org.servedyno.results.stats.LogRatio;

/**
 * The rule that turns a contrast into a verdict; it is fixed before a run.
 *
 * @param marginRatio differences up to this ratio count as none, for example 0.005
 * @param better which way of the metric is better
 */
record VerdictRule(double marginRatio, Metric.Better better) {
    /** With fewer, an exact paired test can't reach the 5 % level: its least p is 2 / 2^n. */
    static final int LEAST_BLOCKS = 6;

    /**
     * A verdict and what qualifies it.
     *
     * @param verdict the verdict
     * @param notes sentences fit for a report
     */
    record Judgement(Verdict verdict, List<String> notes) {
        Judgement {
            notes = List.copyOf(notes);
        }
    }

    /** The verdict on a contrast that rests on too few trials, or on enough. */
    Judgement judge(LogRatio contrast) {
        if (contrast.n() < LEAST_BLOCKS) {
            String what = contrast.paired() ? "complete blocks" : "trials on each side";
            return new Judgement(
                    Verdict.INCONCLUSIVE,
                    List.of(String.format(Locale.ROOT, "%d %s; a verdict needs %d", contrast.n(), what, LEAST_BLOCKS)));
        }
        return byIntervals(contrast);
    }

    /** The verdict by the intervals alone. */
    Judgement byIntervals(LogRatio contrast) {
        boolean differs = contrast.interval(0.95).excludes(1);
        List<String> notes = new ArrayList<>();
        if (contrast.interval(0.90).insideMargin(marginRatio)) {
            notes.add(String.format(
                    Locale.ROOT,
                    "within ±%s %%, p = %.2g (two one-sided tests)",
                    percent(marginRatio),
                    contrast.equivalenceP(marginRatio)));
            if (differs) {
                notes.add("the difference is real, but inside the margin: the 95 % interval excludes 1");
            }
            return new Judgement(Verdict.EQUIVALENT, notes);
        }
        if (differs && better == Metric.Better.NEITHER) {
            notes.add("the two differ, but neither way of this metric is the better one");
            return new Judgement(Verdict.INCONCLUSIVE, notes);
        }
        if (differs) {
            boolean higher = contrast.ratio() > 1;
            return new Judgement(higher == (better == Metric.Better.HIGHER) ? Verdict.FASTER : Verdict.SLOWER, notes);
        }
        notes.add(String.format(
                Locale.ROOT,
                "a change of %.2g %% would have shown (power 0.8)",
                100 * contrast.minimumDetectableRatio()));
        return new Judgement(Verdict.INCONCLUSIVE, notes);
    }

    private static String percent(double ratio) {
        return new BigDecimal(Double.toString(ratio))
                .movePointRight(2)
                .stripTrailingZeros()
                .toPlainString();
    }
}
