package org.servedyno.results.metric;

import java.util.List;
import java.util.Map;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.RequestRecord;

/** Requests and tokens a second, over successful requests and the whole time of the pass. */
final class ThroughputMetrics {
    static final String REQUESTS = "request-throughput";
    static final String OUTPUT = "output-throughput";
    static final String TOTAL = "total-throughput";

    static final List<Metric> DEFINITIONS = List.of(
            new Metric(
                    REQUESTS,
                    "Request throughput",
                    "req/s",
                    Metric.Better.HIGHER,
                    "successful requests / duration of the pass",
                    "outcome, pass start and end"),
            new Metric(
                    OUTPUT,
                    "Output throughput",
                    "tok/s",
                    Metric.Better.HIGHER,
                    "output tokens of successful requests / duration of the pass",
                    "outcome, outputTokens, pass start and end"),
            new Metric(
                    TOTAL,
                    "Total throughput",
                    "tok/s",
                    Metric.Better.HIGHER,
                    "prompt and output tokens of successful requests / duration of the pass",
                    "outcome, promptTokens, outputTokens, pass start and end"));

    private static final double NS_PER_SECOND = 1e9;

    private ThroughputMetrics() {}

    static void put(Map<String, MetricValue> metrics, List<RequestRecord> succeeded, long durationNs) {
        if (succeeded.isEmpty()) {
            for (Metric metric : DEFINITIONS) {
                metrics.put(metric.id(), new MetricValue(Reading.absent(PassMetrics.NONE_SUCCEEDED), metric.unit(), 0));
            }
            return;
        }
        double seconds = durationNs / NS_PER_SECOND;
        int n = succeeded.size();
        metrics.put(REQUESTS, MetricValue.of(n / seconds, "req/s", n));
        long outputTokens = PassMetrics.outputTokens(succeeded);
        long promptTokens =
                succeeded.stream().mapToLong(RequestRecord::promptTokens).sum();
        if (succeeded.stream().anyMatch(request -> request.outputTokens().isEmpty())) {
            Reading<Double> unknown = Reading.absent("a request's output tokens are unknown");
            metrics.put(OUTPUT, new MetricValue(unknown, "tok/s", 0));
            metrics.put(TOTAL, new MetricValue(unknown, "tok/s", 0));
        } else {
            metrics.put(OUTPUT, MetricValue.of(outputTokens / seconds, "tok/s", n));
            metrics.put(TOTAL, MetricValue.of((promptTokens + outputTokens) / seconds, "tok/s", n));
        }
    }
}
