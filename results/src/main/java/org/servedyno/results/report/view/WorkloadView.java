package org.servedyno.results.report.view;

import java.util.List;

/**
 * The answer for one workload.
 *
 * @param name the plan's name for it
 * @param description dataset, lengths and load in a phrase
 * @param metricLabel the metric compared
 * @param unit its unit
 * @param betterIs {@code higher} or {@code lower}
 * @param baseline the configuration others are compared with
 * @param marginRatio equivalence margin as a ratio, for example 0.005
 * @param cells one row a configuration, in the plan's order
 * @param contrasts every comparison with the baseline in full, the primary metric first
 * @param forks one point a counted trial, by block
 */
public record WorkloadView(
        String name,
        String description,
        String metricLabel,
        String unit,
        String betterIs,
        String baseline,
        double marginRatio,
        List<CellView> cells,
        List<ContrastRow> contrasts,
        List<ForkView> forks) {
    public WorkloadView {
        cells = List.copyOf(cells);
        contrasts = List.copyOf(contrasts);
        forks = List.copyOf(forks);
    }

    /**
     * One comparison in full, every figure in text; a dash where there is none.
     *
     * @param metric the metric's label
     * @param role {@code primary}, or {@code secondary} for a metric that only explains
     * @param candidate what is compared with the baseline
     * @param ratio ratio with its 95 % interval
     * @param interval90 the 90 % interval, the one held against the margin
     * @param differenceP p of "the ratio is 1"
     * @param equivalenceP p of "the ratio lies outside the margin"
     * @param detectable the smallest change that would have shown with power 0.8
     * @param pairing {@code paired} or {@code unpaired}, and over how many blocks
     * @param verdict the verdict
     */
    public record ContrastRow(
            String metric,
            String role,
            String candidate,
            String ratio,
            String interval90,
            String differenceP,
            String equivalenceP,
            String detectable,
            String pairing,
            String verdict) {}
}
