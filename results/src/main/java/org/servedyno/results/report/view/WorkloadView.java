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
        List<ForkView> forks) {
    public WorkloadView {
        cells = List.copyOf(cells);
        forks = List.copyOf(forks);
    }
}
