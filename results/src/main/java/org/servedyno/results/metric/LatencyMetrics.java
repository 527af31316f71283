package org.servedyno.results.metric;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.RequestRecord;

/** TTFT, TPOT and E2EL of successful requests; in open loop TTFT and E2EL from the intended moment too. */
final class LatencyMetrics {
    private static final String TTFT = "ttft";
    private static final String TPOT = "tpot";
    private static final String E2EL = "e2el";
    private static final String FROM_INTENDED = "-from-intended";

    static final List<Metric> DEFINITIONS = Stream.of(
                    Distribution.definitions(TTFT, "TTFT", "first content - sent", "sentNs, firstContentNs"),
                    Distribution.definitions(
                            TPOT,
                            "TPOT",
                            "(last content - first content) / (output tokens - 1), of requests with more than one token",
                            "contentNs, outputTokens"),
                    Distribution.definitions(E2EL, "E2EL", "last content - sent", "sentNs, contentNs"),
                    Distribution.definitions(
                            TTFT + FROM_INTENDED,
                            "TTFT from intended",
                            "first content - intended",
                            "intendedNs, firstContentNs"),
                    Distribution.definitions(
                            E2EL + FROM_INTENDED,
                            "E2EL from intended",
                            "last content - intended",
                            "intendedNs, contentNs"))
            .flatMap(List::stream)
            .toList();

    private LatencyMetrics() {}

    static void put(Map<String, MetricValue> metrics, List<RequestRecord> succeeded, boolean openLoop) {
        put(metrics, TTFT, succeeded, LatencyMetrics::ttftNs, "no stream with content");
        put(metrics, TPOT, succeeded, LatencyMetrics::tpotNs, "no stream with more than one token and event");
        put(metrics, E2EL, succeeded, LatencyMetrics::e2elNs, "no stream with content");
        if (openLoop) {
            put(metrics, TTFT + FROM_INTENDED, succeeded, r -> sinceNs(r.intendedNs(), r), "no stream with content");
            put(
                    metrics,
                    E2EL + FROM_INTENDED,
                    succeeded,
                    r -> r.lastContentNs().isPresent()
                            ? OptionalDouble.of(r.lastContentNs().getAsLong() - r.intendedNs())
                            : OptionalDouble.empty(),
                    "no stream with content");
        }
    }

    private static void put(
            Map<String, MetricValue> metrics,
            String id,
            List<RequestRecord> succeeded,
            Function<RequestRecord, OptionalDouble> duration,
            String whyNone) {
        double[] samplesNs = succeeded.stream()
                .map(duration)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        Distribution.put(metrics, id, samplesNs, succeeded.isEmpty() ? PassMetrics.NONE_SUCCEEDED : whyNone);
    }

    static OptionalDouble ttftNs(RequestRecord request) {
        return request.sentNs().isPresent() ? sinceNs(request.sentNs().getAsLong(), request) : OptionalDouble.empty();
    }

    private static OptionalDouble sinceNs(long fromNs, RequestRecord request) {
        return request.firstContentNs().isPresent()
                ? OptionalDouble.of(request.firstContentNs().getAsLong() - fromNs)
                : OptionalDouble.empty();
    }

    /** Without at least two events there is no time between tokens: a reply in one piece has no TPOT. */
    static OptionalDouble tpotNs(RequestRecord request) {
        int events = request.content().count();
        if (events < 2 || request.outputTokens().orElse(0) < 2) {
            return OptionalDouble.empty();
        }
        long spanNs = request.content().timeNs(events - 1) - request.content().timeNs(0);
        return OptionalDouble.of((double) spanNs / (request.outputTokens().getAsInt() - 1));
    }

    static OptionalDouble e2elNs(RequestRecord request) {
        return request.sentNs().isPresent() && request.lastContentNs().isPresent()
                ? OptionalDouble.of(
                        request.lastContentNs().getAsLong() - request.sentNs().getAsLong())
                : OptionalDouble.empty();
    }
}
