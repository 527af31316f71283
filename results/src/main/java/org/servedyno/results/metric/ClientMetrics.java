package org.servedyno.results.metric;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Reading;

/** How the load generator's own process fared during a pass; figures of latency are no finer than its pauses. */
public final class ClientMetrics {
    private static final String PAUSE_P99 = "client-pause-p99";
    private static final String PAUSE_MAX = "client-pause-max";
    private static final String CPU_SHARE = "client-cpu-share";
    private static final String INPUTS = "the load generator's own clock and processor time";

    static final List<Metric> DEFINITIONS = List.of(
            new Metric(
                    PAUSE_P99,
                    "P99 pause of the client",
                    "ms",
                    Metric.Better.LOWER,
                    "99th percentile of how much longer than asked a thread of the client slept, a millisecond at a time",
                    INPUTS),
            new Metric(
                    PAUSE_MAX,
                    "Longest pause of the client",
                    "ms",
                    Metric.Better.LOWER,
                    "the longest of those pauses",
                    INPUTS),
            new Metric(
                    CPU_SHARE,
                    "Processors used by the client",
                    "cores",
                    Metric.Better.NEITHER,
                    "processor time of the client's process / time passed; 1 is one core fully used",
                    INPUTS));

    private ClientMetrics() {}

    /**
     * All of them by id.
     *
     * @param pauseP99Ms milliseconds, from 0 up
     * @param pauseMaxMs milliseconds, from 0 up
     * @param looks how many pauses were taken
     * @param cpuShare cores
     */
    public static Map<String, MetricValue> of(
            Reading<Double> pauseP99Ms, Reading<Double> pauseMaxMs, long looks, Reading<Double> cpuShare) {
        Map<String, MetricValue> metrics = new TreeMap<>();
        metrics.put(PAUSE_P99, new MetricValue(pauseP99Ms, "ms", looks));
        metrics.put(PAUSE_MAX, new MetricValue(pauseMaxMs, "ms", looks));
        metrics.put(CPU_SHARE, new MetricValue(cpuShare, "cores", 1));
        return metrics;
    }
}
