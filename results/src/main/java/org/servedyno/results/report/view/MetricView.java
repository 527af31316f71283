package org.servedyno.results.report.view;

/**
 * One metric of one cell.
 *
 * @param workload the workload
 * @param configuration the configuration
 * @param metric the metric's label
 * @param unit its unit
 * @param estimate mean of the trials, or why there is none
 * @param interval 95 % interval in text; empty when there is none
 * @param ratio ratio to the baseline with its interval, where it was compared; else empty
 * @param trials how many trials it rests on
 */
public record MetricView(
        String workload,
        String configuration,
        String metric,
        String unit,
        String estimate,
        String interval,
        String ratio,
        String trials) {}
