package org.servedyno.results.metric;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.RequestRecord;

/**
 * The same requests by the rules of {@code vllm bench serve} v0.11.0, for laying beside published figures: population standard
 * deviation, numpy's percentiles, an empty set counting as the single value 0, peaks in fixed buckets of a second. Two differences are
 * meant: times start at the origin asked for, and {@link #completed} is by our rule of success.
 *
 * @param completed successful requests
 * @param durationSeconds duration of the pass
 * @param totalInputTokens prompt tokens of successful requests
 * @param totalOutputTokens output tokens of successful requests
 * @param requestThroughput completed / duration
 * @param requestGoodput successful requests within every limit / duration; empty when none was asked
 * @param outputThroughput output tokens / duration
 * @param totalTokenThroughput prompt and output tokens / duration
 * @param peakOutputTokensPerSecond most content events in one bucket
 * @param peakConcurrentRequests most requests that touch one bucket
 * @param ttft time to first token
 * @param tpot time per output token without the first, of requests with more than one
 * @param itl gaps between content events, of all requests together
 * @param e2el end-to-end latency
 */
public record VllmView(
        int completed,
        double durationSeconds,
        long totalInputTokens,
        long totalOutputTokens,
        double requestThroughput,
        OptionalDouble requestGoodput,
        double outputThroughput,
        double totalTokenThroughput,
        double peakOutputTokensPerSecond,
        int peakConcurrentRequests,
        Latency ttft,
        Latency tpot,
        Latency itl,
        Latency e2el) {
    /** When a request's time starts. */
    public enum Origin {
        /** When its last byte left. */
        SENT,
        /** Before connecting, as vLLM has it. */
        START
    }

    /**
     * Limits of goodput; a request meets an absent one always.
     *
     * @param ttftMs limit of TTFT
     * @param tpotMs limit of TPOT
     * @param e2elMs limit of E2EL
     */
    public record Goodput(OptionalDouble ttftMs, OptionalDouble tpotMs, OptionalDouble e2elMs) {
        /** No limit, so no goodput is told. */
        public static final Goodput NOT_ASKED =
                new Goodput(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

        boolean asked() {
            return ttftMs.isPresent() || tpotMs.isPresent() || e2elMs.isPresent();
        }

        private boolean metBy(Stream stream) {
            return within(ttftMs, stream.ttftSeconds)
                    && within(tpotMs, stream.tpotSeconds().orElse(0))
                    && within(e2elMs, stream.latencySeconds);
        }

        private static boolean within(OptionalDouble limitMs, double seconds) {
            return limitMs.isEmpty() || limitMs.getAsDouble() / 1000 >= seconds;
        }
    }

    /** One latency over its samples, milliseconds. Immutable. */
    public static final class Latency {
        private final double[] sortedSeconds;
        private final double meanMs;
        private final double stdMs;

        private Latency(double[] seconds) {
            double[] counted = seconds.length == 0 ? new double[] {0} : seconds;
            meanMs = NumpyStatistics.mean(counted) * 1000;
            stdMs = NumpyStatistics.standardDeviation(counted) * 1000;
            sortedSeconds = counted.clone();
            Arrays.sort(sortedSeconds);
        }

        /** Arithmetic mean. */
        public double meanMs() {
            return meanMs;
        }

        /** Median. */
        public double medianMs() {
            return NumpyStatistics.median(sortedSeconds) * 1000;
        }

        /** Population standard deviation. */
        public double stdMs() {
            return stdMs;
        }

        /** The percentile of a rank in [0, 100]. */
        public double percentileMs(double rank) {
            return NumpyStatistics.percentile(sortedSeconds, rank) * 1000;
        }
    }

    /** One successful request in seconds. */
    private record Stream(
            double startSeconds, double ttftSeconds, ContentEvents content, double latencySeconds, int outputTokens) {
        private static final double NS_PER_SECOND = 1e9;

        static Stream of(RequestRecord request, Origin origin, long zeroNs) {
            long sentNs = request.sentNs().orElse(request.intendedNs());
            long startNs = origin == Origin.SENT
                    ? sentNs
                    : sentNs - request.connectNs().orElse(0);
            return new Stream(
                    (startNs - zeroNs) / NS_PER_SECOND,
                    (request.firstContentNs().orElse(startNs) - startNs) / NS_PER_SECOND,
                    request.content(),
                    (request.lastContentNs().orElse(startNs) - startNs) / NS_PER_SECOND,
                    request.outputTokens().orElse(0));
        }

        DoubleStream gapsSeconds() {
            return IntStream.range(1, content.count())
                    .mapToDouble(i -> (content.timeNs(i) - content.timeNs(i - 1)) / NS_PER_SECOND);
        }

        OptionalDouble tpotSeconds() {
            return outputTokens > 1
                    ? OptionalDouble.of((latencySeconds - ttftSeconds) / (outputTokens - 1))
                    : OptionalDouble.empty();
        }
    }

    /**
     * The view of a pass.
     *
     * @param requests every request of the pass
     * @param startNs when the schedule began, on the clock of the records
     * @param endNs when the last request ended, after {@code startNs}
     */
    public static VllmView of(List<RequestRecord> requests, long startNs, long endNs, Origin origin, Goodput goodput) {
        List<RequestRecord> succeeded =
                requests.stream().filter(RequestRecord::succeeded).toList();
        List<Stream> streams =
                succeeded.stream().map(r -> Stream.of(r, origin, startNs)).toList();
        double seconds = (endNs - startNs) / Stream.NS_PER_SECOND;
        long input = succeeded.stream().mapToLong(RequestRecord::promptTokens).sum();
        long output = streams.stream().mapToLong(Stream::outputTokens).sum();
        Buckets buckets = new Buckets(streams);
        long good = streams.stream().filter(goodput::metBy).count();
        return new VllmView(
                streams.size(),
                seconds,
                input,
                output,
                streams.size() / seconds,
                goodput.asked() ? OptionalDouble.of(good / seconds) : OptionalDouble.empty(),
                output / seconds,
                (input + output) / seconds,
                buckets.peakEvents(),
                buckets.peakRequests(),
                latency(streams.stream().mapToDouble(Stream::ttftSeconds)),
                latency(streams.stream().map(Stream::tpotSeconds).flatMapToDouble(OptionalDouble::stream)),
                latency(streams.stream().flatMapToDouble(Stream::gapsSeconds)),
                latency(streams.stream().mapToDouble(Stream::latencySeconds)));
    }

    private static Latency latency(DoubleStream seconds) {
        return new Latency(seconds.toArray());
    }

    /** Content events, and requests that touch it, by the second since the first start. */
    private static final class Buckets {
        private final double zeroSeconds;
        private final int[] events;
        private final int[] requests;

        Buckets(List<Stream> streams) {
            zeroSeconds =
                    streams.stream().mapToDouble(Stream::startSeconds).min().orElse(0);
            double endSeconds = streams.stream()
                    .mapToDouble(stream -> stream.startSeconds + stream.latencySeconds)
                    .max()
                    .orElse(0);
            int count = streams.isEmpty() ? 0 : (int) Math.ceil(endSeconds - zeroSeconds) + 1;
            events = new int[count];
            requests = new int[count];
            streams.forEach(this::add);
        }

        private void add(Stream stream) {
            double atSeconds = stream.startSeconds + stream.ttftSeconds;
            countEvent(atSeconds);
            for (double gapSeconds : stream.gapsSeconds().toArray()) {
                atSeconds += gapSeconds;
                countEvent(atSeconds);
            }
            int last = (int) (stream.startSeconds + stream.latencySeconds - zeroSeconds);
            for (int second = (int) (stream.startSeconds - zeroSeconds); second <= last; second++) {
                requests[second]++;
            }
        }

        private void countEvent(double atSeconds) {
            int bucket = (int) (atSeconds - zeroSeconds);
            if (bucket < events.length) {
                events[bucket]++;
            }
        }

        int peakEvents() {
            return Arrays.stream(events).max().orElse(0);
        }

        int peakRequests() {
            return Arrays.stream(requests).max().orElse(0);
        }
    }
}
