package org.servedyno.results.verdict;

import java.util.List;
import org.servedyno.results.model.Reading;

/**
 * A candidate against the baseline, in one metric under one workload.
 *
 * @param workload the workload's name
 * @param metric the metric's id
 * @param role {@code primary} for the metric fixed before the run, else {@code secondary}
 * @param baseline name of what is compared with
 * @param candidate name of what is compared
 * @param ratio candidate over baseline of the metric itself
 * @param low lower end of the ratio's 95 % interval
 * @param high upper end of the ratio's 95 % interval
 * @param low90 lower end of the ratio's 90 % interval, the one held against the margin
 * @param high90 upper end of the ratio's 90 % interval
 * @param margin differences up to this ratio count as none
 * @param verdict the verdict
 * @param blocks complete blocks it rests on; for an unpaired contrast the trials of the smaller side
 * @param paired whether trials of the same block were set against each other
 * @param differenceP two-sided p of "the ratio is 1"
 * @param equivalenceP p of "the ratio lies outside the margin"
 * @param minimumDetectableRatio the smallest change that would have shown with power 0.8; 0.01 is 1 %
 * @param notes what qualifies the verdict, sentences fit for a report
 */
public record Contrast(
        String workload,
        String metric,
        String role,
        String baseline,
        String candidate,
        Reading<Double> ratio,
        Reading<Double> low,
        Reading<Double> high,
        Reading<Double> low90,
        Reading<Double> high90,
        double margin,
        Verdict verdict,
        int blocks,
        boolean paired,
        Reading<Double> differenceP,
        Reading<Double> equivalenceP,
        Reading<Double> minimumDetectableRatio,
        List<String> notes) {
    /** The role of the metric that the verdict is about. */
    public static final String PRIMARY = "primary";

    /** The role of every other metric. */
    public static final String SECONDARY = "secondary";

    public Contrast {
        notes = List.copyOf(notes);
    }

    /** Whether it is about the metric fixed before the run. */
    public boolean primary() {
        return role.equals(PRIMARY);
    }
}
