package org.servedyno.bench.load;

import java.util.Map;
import org.servedyno.results.metric.ClientMetrics;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Reading;

/**
 * How the load generator's own process fared during a pass.
 *
 * @param pauseP99Ms 99th percentile of how long it was kept from running, milliseconds
 * @param pauseMaxMs the longest time it was kept from running, milliseconds
 * @param looks how many times it looked, a millisecond apart
 * @param cpuShare processor time used over time passed, 1 for one core fully used
 */
public record ClientHealth(
        Reading<Double> pauseP99Ms, Reading<Double> pauseMaxMs, long looks, Reading<Double> cpuShare) {
    /** As metrics, by id. */
    public Map<String, MetricValue> metrics() {
        return ClientMetrics.of(pauseP99Ms, pauseMaxMs, looks, cpuShare);
    }
}
