package org.servedyno.results.metric;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.RequestRecord;

/**
 * The time between tokens (ITL) where the tokens of every event are known, otherwise the time between events, called chunk gap, with
 * the tokens per chunk beside it.
 */
final class TokenGapMetrics {
    private static final String ITL = "itl";
    private static final String CHUNK_GAP = "chunk-gap";
    private static final String TOKENS_PER_CHUNK = "tokens-per-chunk";
    private static final String NO_GAP = "no stream with more than one event";

    static final List<Metric> DEFINITIONS = Stream.of(
                    Distribution.definitions(
                            ITL,
                            "ITL",
                            "the gaps between content events, each shared out over the tokens of the event that ends it",
                            "contentNs, contentTokens"),
                    Distribution.definitions(CHUNK_GAP, "chunk gap", "the gaps between content events", "contentNs"),
                    List.of(new Metric(
                            TOKENS_PER_CHUNK,
                            "Tokens per chunk",
                            "tok",
                            Metric.Better.NEITHER,
                            "output tokens / content events, over successful requests",
                            "outputTokens, contentNs")))
            .flatMap(List::stream)
            .toList();

    private TokenGapMetrics() {}

    static void put(Map<String, MetricValue> metrics, List<RequestRecord> succeeded) {
        String whyNone = succeeded.isEmpty() ? PassMetrics.NONE_SUCCEEDED : NO_GAP;
        boolean known = !succeeded.isEmpty()
                && succeeded.stream().allMatch(r -> r.content().tokens().isPresent());
        if (known) {
            double[] gapsNs = succeeded.stream()
                    .flatMapToDouble(r -> tokenGapsNs(r.content()))
                    .toArray();
            Distribution.put(metrics, ITL, gapsNs, whyNone);
            return;
        }
        double[] gapsNs =
                succeeded.stream().flatMapToDouble(r -> gapsNs(r.content())).toArray();
        Distribution.put(metrics, CHUNK_GAP, gapsNs, whyNone);
        metrics.put(TOKENS_PER_CHUNK, tokensPerChunk(succeeded));
    }

    private static DoubleStream gapsNs(ContentEvents content) {
        double[] gapsNs = new double[Math.max(0, content.count() - 1)];
        for (int i = 0; i < gapsNs.length; i++) {
            gapsNs[i] = content.timeNs(i + 1) - content.timeNs(i);
        }
        return DoubleStream.of(gapsNs);
    }

    /**
     * One gap a token after those of the first event. An event without a whole token (part of a character) leaves its gap to the next.
     */
    private static DoubleStream tokenGapsNs(ContentEvents content) {
        DoubleStream.Builder gapsNs = DoubleStream.builder();
        int[] tokens = content.tokens().orElseThrow();
        int last = 0;
        for (int i = 1; i < tokens.length; i++) {
            if (tokens[i] > 0) {
                double eachNs = (double) (content.timeNs(i) - content.timeNs(last)) / tokens[i];
                for (int token = 0; token < tokens[i]; token++) {
                    gapsNs.add(eachNs);
                }
                last = i;
            }
        }
        return gapsNs.build();
    }

    private static MetricValue tokensPerChunk(List<RequestRecord> succeeded) {
        List<RequestRecord> counted = succeeded.stream()
                .filter(r -> r.outputTokens().isPresent() && r.content().count() > 0)
                .toList();
        long events = counted.stream().mapToLong(r -> r.content().count()).sum();
        return events == 0
                ? new MetricValue(Reading.absent("no stream with counted tokens"), "tok", 0)
                : MetricValue.of((double) PassMetrics.outputTokens(counted) / events, "tok", events);
    }
}
