package org.servedyno.results.metric;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.RequestRecord;

/** All metrics of a pass that its requests give. Failed requests never enter one, but for those about the client itself. */
public final class PassMetrics {
    static final String NONE_SUCCEEDED = "no request succeeded";

    private PassMetrics() {}

    /**
     * Every metric by id; one that can't be computed is there, absent with the reason.
     *
     * @param requests every request of the pass, failed ones included
     * @param startNs when the first request was due, on the clock of the records
     * @param endNs when the last request ended, after {@code startNs}
     * @param openLoop whether requests were sent by a schedule; adds the latencies from the intended moment
     */
    public static Map<String, MetricValue> of(
            List<RequestRecord> requests, long startNs, long endNs, boolean openLoop) {
        if (endNs <= startNs) {
            throw new IllegalArgumentException("a pass ends after it starts, not at " + endNs + " after " + startNs);
        }
        List<RequestRecord> succeeded =
                requests.stream().filter(RequestRecord::succeeded).toList();
        Map<String, MetricValue> metrics = new TreeMap<>();
        ThroughputMetrics.put(metrics, succeeded, endNs - startNs);
        LatencyMetrics.put(metrics, succeeded, openLoop);
        TokenGapMetrics.put(metrics, succeeded);
        LoadMetrics.put(metrics, requests);
        return metrics;
    }

    /** Output tokens of all successful requests; a request whose tokens are unknown counts none. */
    public static long outputTokens(List<RequestRecord> requests) {
        return requests.stream()
                .filter(RequestRecord::succeeded)
                .mapToLong(request -> request.outputTokens().orElse(0))
                .sum();
    }
}
