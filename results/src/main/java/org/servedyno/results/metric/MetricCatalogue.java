package org.servedyno.results.metric;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Every metric there is, in the order of reports. */
public final class MetricCatalogue {
    private static final Map<String, Metric> BY_ID = byId();

    private MetricCatalogue() {}

    private static Map<String, Metric> byId() {
        Map<String, Metric> all = new LinkedHashMap<>();
        Stream.of(
                        ThroughputMetrics.DEFINITIONS,
                        LatencyMetrics.DEFINITIONS,
                        TokenGapMetrics.DEFINITIONS,
                        LoadMetrics.DEFINITIONS,
                        ClientMetrics.DEFINITIONS,
                        GpuWindow.DEFINITIONS)
                .flatMap(List::stream)
                .forEach(metric -> all.put(metric.id(), metric));
        return all;
    }

    /** All metrics. */
    public static List<Metric> all() {
        return List.copyOf(BY_ID.values());
    }

    /** The metric of that id. */
    public static Optional<Metric> find(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }
}
