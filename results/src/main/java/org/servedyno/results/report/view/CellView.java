package org.servedyno.results.report.view;

import java.util.List;
import java.util.Optional;

/**
 * One configuration under one workload.
 *
 * @param configuration the plan's name for it
 * @param baseline whether others are compared with it
 * @param estimate the estimate, or why there is none ({@code failed: exited-at-start})
 * @param interval the estimate's numbers for drawing; empty when there is no estimate
 * @param contrast the comparison with the baseline; empty for the baseline and where there is none
 * @param verdict FASTER, SLOWER, EQUIVALENT, INCONCLUSIVE, INVALID, {@code baseline} or {@code failed}
 * @param blocks complete blocks it rests on, for example {@code 6/6}
 * @param notes what qualifies the verdict
 */
public record CellView(
        String configuration,
        boolean baseline,
        EstimateText estimate,
        Optional<Interval> interval,
        Optional<Contrast> contrast,
        String verdict,
        String blocks,
        List<String> notes) {
    public CellView {
        notes = List.copyOf(notes);
    }

    /**
     * An estimate in text.
     *
     * @param present whether there is one
     * @param text the value, or why there is none
     * @param plusMinus half width of the 95 % interval; empty when there is none
     */
    public record EstimateText(boolean present, String text, String plusMinus) {}

    /**
     * A value with its 95 % interval, unrounded, for drawing.
     *
     * @param value the estimate
     * @param low lower end
     * @param high upper end
     */
    public record Interval(double value, double low, double high) {}

    /**
     * A ratio to the baseline with its 95 % interval.
     *
     * @param interval unrounded, for drawing
     * @param ratio the ratio in text
     * @param low lower end in text
     * @param high upper end in text
     */
    public record Contrast(Interval interval, String ratio, String low, String high) {
        /** {@code 1.2466 [1.2409, 1.2524]}. */
        public String text() {
            return ratio + " " + intervalText();
        }

        /** {@code [1.2409, 1.2524]}; one block has a ratio but no interval. */
        public String intervalText() {
            return interval.low() == interval.high() ? "(no interval)" : "[" + low + ", " + high + "]";
        }
    }

    /** The verdict as a lower-case word fit for a CSS class. */
    public String verdictClass() {
        return switch (verdict) {
            case "FASTER" -> "faster";
            case "SLOWER" -> "slower";
            case "EQUIVALENT" -> "equivalent";
            case "INCONCLUSIVE" -> "inconclusive";
            case "baseline" -> "baseline";
            default -> "invalid";
        };
    }
}
