package org.servedyno.results.metric;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.RequestRecord;

/** Request records with chosen times, in milliseconds. */
final class Requests {
    static final long MS = 1_000_000;

    private Requests() {}

    /** A successful stream; {@code contentMs} are the arrivals of its content events. */
    static RequestRecord ok(long sentMs, int outputTokens, long... contentMs) {
        return record(
                sentMs,
                contentMs[0],
                ContentEvents.of(ns(contentMs)),
                contentMs[contentMs.length - 1],
                OptionalInt.of(outputTokens),
                RequestRecord.SUCCESS);
    }

    /** A successful stream whose server tells the tokens of each event. */
    static RequestRecord okWithTokens(long sentMs, int[] tokens, long... contentMs) {
        return record(
                sentMs,
                contentMs[0],
                ContentEvents.of(ns(contentMs), tokens),
                contentMs[contentMs.length - 1],
                OptionalInt.of(Arrays.stream(tokens).sum()),
                RequestRecord.SUCCESS);
    }

    /** A request that failed, with whatever content came before. */
    static RequestRecord failed(long sentMs, long endMs, String cause, long... contentMs) {
        return record(
                sentMs, sentMs + 1, ContentEvents.of(ns(contentMs)), endMs, OptionalInt.of(contentMs.length), cause);
    }

    static RequestRecord record(
            long sentMs, long firstByteMs, ContentEvents content, long endMs, OptionalInt tokens, String outcome) {
        return new RequestRecord(
                "r",
                sentMs * MS,
                OptionalLong.empty(),
                OptionalLong.of(sentMs * MS),
                OptionalLong.of(firstByteMs * MS),
                content,
                endMs * MS,
                10,
                tokens,
                "usage",
                Optional.of("stop"),
                outcome);
    }

    private static long[] ns(long[] ms) {
        return Arrays.stream(ms).map(value -> value * MS).toArray();
    }
}
