package org.servedyno.results.model;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One request, moment by moment. All times are nanoseconds of the load generator's monotonic clock.
 *
 * @param id the request's id, sent as {@code x-request-id}
 * @param intendedNs when the schedule wanted it sent
 * @param connectNs how long connecting took; empty when a kept-alive connection served it
 * @param sentNs when its last byte left; empty when it never did
 * @param firstByteNs when the first byte of the response arrived
 * @param content the events that carried generated content
 * @param endNs when the response ended, or the request was given up
 * @param promptTokens prompt length, counted by the server when it reports usage, else by us
 * @param outputTokens generated tokens by {@code tokenSource}; empty when unknown
 * @param tokenSource who counted the output: {@code usage} (the server), {@code tokenizer} (ours) or {@code none}
 * @param finishReason the server's finish reason
 * @param outcome {@link #SUCCESS} or the cause of failure
 */
public record RequestRecord(
        String id,
        long intendedNs,
        OptionalLong connectNs,
        OptionalLong sentNs,
        OptionalLong firstByteNs,
        ContentEvents content,
        long endNs,
        int promptTokens,
        OptionalInt outputTokens,
        String tokenSource,
        Optional<String> finishReason,
        String outcome) {
    /** The outcome of a request that ended properly with at least one token. */
    public static final String SUCCESS = "ok";

    public boolean succeeded() {
        return outcome.equals(SUCCESS);
    }

    /** When the first event with generated content arrived. */
    public OptionalLong firstContentNs() {
        return content.count() == 0 ? OptionalLong.empty() : OptionalLong.of(content.timeNs(0));
    }

    /** When the last event with generated content arrived. */
    public OptionalLong lastContentNs() {
        return content.count() == 0 ? OptionalLong.empty() : OptionalLong.of(content.timeNs(content.count() - 1));
    }
}
