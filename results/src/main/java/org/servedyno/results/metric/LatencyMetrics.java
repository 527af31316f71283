package org.servedyno.results.metric;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
    private static final String NO_CONTENT = "no stream with content";

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
        put(metrics, TTFT, succeeded, LatencyMetrics::ttftNs, NO_CONTENT);
        put(metrics, TPOT, succeeded, LatencyMetrics::tpotNs, "no stream with more than one token and event");
        put(metrics, E2EL, succeeded, LatencyMetrics::e2elNs, NO_CONTENT);
        if (openLoop) {
            put(
                    metrics,
                    TTFT + FROM_INTENDED,
                    succeeded,
                    r -> between(OptionalLong.of(r.intendedNs()), r.firstContentNs()),
                    NO_CONTENT);
            put(
                    metrics,
                    E2EL + FROM_INTENDED,
                    succeeded,
                    r -> between(OptionalLong.of(r.intendedNs()), r.lastContentNs()),
                    NO_CONTENT);
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
        return between(request.sentNs(), request.firstContentNs());
    }

    static OptionalDouble e2elNs(RequestRecord request) {
        return between(request.sentNs(), request.lastContentNs());
    }

    /** Without at least two events there is no time between tokens: a reply in one piece has no TPOT. */
    static OptionalDouble tpotNs(RequestRecord request) {
        int tokens = request.outputTokens().orElse(0);
        if (request.content().count() < 2 || tokens < 2) {
            return OptionalDouble.empty();
        }
        double spanNs =
                between(request.firstContentNs(), request.lastContentNs()).orElseThrow();
        return OptionalDouble.of(spanNs / (tokens - 1));
    }

    private static OptionalDouble between(OptionalLong fromNs, OptionalLong toNs) {
        return fromNs.isPresent() && toNs.isPresent()
                ? OptionalDouble.of((double) (toNs.getAsLong() - fromNs.getAsLong()))
                : OptionalDouble.empty();
    }
}
