package org.servedyno.results.report.view;

import java.util.List;

/**
 * The top of a report.
 *
 * @param study the study's name
 * @param simulated whether engines and GPUs are simulated
 * @param metricLabel the metric the verdicts are about, for example {@code Output throughput}
 * @param metricUnit its unit
 * @param baseline the configuration others are compared with
 * @param margin the equivalence margin, for example {@code ±0.5 %}
 * @param summary the study in short phrases: blocks, trials, hardware, time
 * @param incomplete why the study is not whole; empty when it is
 * @param runDirectory where the files are
 */
public record HeadingView(
        String study,
        boolean simulated,
        String metricLabel,
        String metricUnit,
        String baseline,
        String margin,
        List<String> summary,
        String incomplete,
        String runDirectory) {
    public HeadingView {
        summary = List.copyOf(summary);
    }
}
