package org.servedyno.results.verdict;

import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.stats.Estimate;

/**
 * One metric of one cell over its trials.
 *
 * @param unit the metric's unit
 * @param estimate mean over the trials with its 95 % interval, or why there is none
 * @param forks the value of every trial that counts and has one, by block
 */
public record MetricResult(String unit, Reading<Estimate> estimate, List<ForkValue> forks) {
    private static final double CONFIDENCE = 0.95;

    public MetricResult {
        forks = List.copyOf(forks);
    }

    static MetricResult of(String unit, List<ForkValue> forks, String whyNone) {
        double[] values = forks.stream().mapToDouble(ForkValue::value).toArray();
        Reading<Estimate> estimate =
                values.length == 0 ? Reading.absent(whyNone) : Reading.of(Estimate.of(values, CONFIDENCE, unit));
        return new MetricResult(unit, estimate, forks);
    }
}
