package org.servedyno.results.metric;

import java.util.List;
import java.util.Map;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.RequestRecord;

/** What the client did: how late it sent, how many requests were in flight; over all requests, failed ones included. */
final class LoadMetrics {
    private static final String SEND_LAG = "send-lag-p99";
    private static final String IN_FLIGHT = "in-flight-peak";
    private static final String NONE_SENT = "no request was sent";

    static final List<Metric> DEFINITIONS = List.of(
            new Metric(
                    SEND_LAG,
                    "P99 send lag",
                    "ms",
                    Metric.Better.LOWER,
                    "99th percentile (linear between ranks, as numpy) of sent - intended, over all requests sent",
                    "intendedNs, sentNs"),
            new Metric(
                    IN_FLIGHT,
                    "Peak in flight",
                    "requests",
                    Metric.Better.NEITHER,
                    "the most requests at one moment that were sent and had not ended",
                    "sentNs, endNs"));

    private LoadMetrics() {}

    static void put(Map<String, MetricValue> metrics, List<RequestRecord> requests) {
        List<RequestRecord> sent =
                requests.stream().filter(r -> r.sentNs().isPresent()).toList();
        if (sent.isEmpty()) {
            metrics.put(SEND_LAG, new MetricValue(Reading.absent(NONE_SENT), "ms", 0));
            metrics.put(IN_FLIGHT, new MetricValue(Reading.absent(NONE_SENT), "requests", 0));
            return;
        }
        double[] lagsMs = sent.stream()
                .mapToDouble(r -> (r.sentNs().getAsLong() - r.intendedNs()) / 1e6)
                .sorted()
                .toArray();
        metrics.put(SEND_LAG, MetricValue.of(NumpyStatistics.percentile(lagsMs, 99), "ms", lagsMs.length));
        metrics.put(IN_FLIGHT, MetricValue.of(peakInFlight(sent), "requests", sent.size()));
    }

    /** Sweeps over starts and ends; at one moment ends go first, so that a slot handed on counts once. */
    private static int peakInFlight(List<RequestRecord> sent) {
        long[] startsNs =
                sent.stream().mapToLong(r -> r.sentNs().getAsLong()).sorted().toArray();
        long[] endsNs = sent.stream().mapToLong(RequestRecord::endNs).sorted().toArray();
        int peak = 0;
        int ended = 0;
        for (int started = 0; started < startsNs.length; started++) {
            while (ended < endsNs.length && endsNs[ended] <= startsNs[started]) {
                ended++;
            }
            peak = Math.max(peak, started + 1 - ended);
        }
        return peak;
    }
}
