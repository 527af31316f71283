package org.servedyno.results.metric;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Reading;

/** Mean, median and 99th percentile of durations as metrics in milliseconds. */
final class Distribution {
    private static final double NS_PER_MS = 1e6;

    private Distribution() {}

    /** The three definitions of a family of durations. */
    static List<Metric> definitions(String id, String label, String formula, String inputs) {
        return List.of(
                new Metric(id + "-mean", "Mean " + label, "ms", Metric.Better.LOWER, "mean of " + formula, inputs),
                new Metric(id + "-p50", "Median " + label, "ms", Metric.Better.LOWER, "median of " + formula, inputs),
                new Metric(
                        id + "-p99",
                        "P99 " + label,
                        "ms",
                        Metric.Better.LOWER,
                        "99th percentile (linear between ranks, as numpy) of " + formula,
                        inputs));
    }

    /** Puts the three values; without a sample each is absent with {@code whyNone}. */
    static void put(Map<String, MetricValue> metrics, String id, double[] samplesNs, String whyNone) {
        if (samplesNs.length == 0) {
            putAbsent(metrics, id, whyNone);
            return;
        }
        double[] ms = Arrays.stream(samplesNs).map(ns -> ns / NS_PER_MS).toArray();
        metrics.put(id + "-mean", MetricValue.of(NumpyStatistics.mean(ms), "ms", ms.length));
        Arrays.sort(ms);
        metrics.put(id + "-p50", MetricValue.of(NumpyStatistics.percentile(ms, 50), "ms", ms.length));
        metrics.put(id + "-p99", MetricValue.of(NumpyStatistics.percentile(ms, 99), "ms", ms.length));
    }

    /** Puts the three values as absent. */
    static void putAbsent(Map<String, MetricValue> metrics, String id, String reason) {
        for (String part : List.of("-mean", "-p50", "-p99")) {
            metrics.put(id + part, new MetricValue(Reading.absent(reason), "ms", 0));
        }
    }
}
