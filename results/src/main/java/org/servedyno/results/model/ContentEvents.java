package org.servedyno.results.model;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The events of one response that carried generated content, in the order they arrived. Immutable; two are equal when
 * their numbers are.
 */
public final class ContentEvents {
    private static final ContentEvents NONE = new ContentEvents(new long[0], null);

    private final long[] timesNs;
    private final int @Nullable [] tokens;

    private ContentEvents(long[] timesNs, int @Nullable [] tokens) {
        this.timesNs = timesNs;
        this.tokens = tokens;
    }

    /** A response without content. */
    public static ContentEvents none() {
        return NONE;
    }

    /** Events of which the server does not tell how many tokens each one held; times must not descend. */
    public static ContentEvents of(long[] timesNs) {
        return new ContentEvents(checked(timesNs), null);
    }

    /** Events with the tokens of each; both arrays have one entry an event, times must not descend. */
    public static ContentEvents of(long[] timesNs, int[] tokens) {
        if (timesNs.length != tokens.length) {
            throw new IllegalArgumentException(timesNs.length + " times but " + tokens.length + " token counts");
        }
        return new ContentEvents(checked(timesNs), tokens.clone());
    }

    private static long[] checked(long[] timesNs) {
        for (int i = 1; i < timesNs.length; i++) {
            if (timesNs[i] < timesNs[i - 1]) {
                throw new IllegalArgumentException("event " + i + " arrived before the one before it");
            }
        }
        return timesNs.clone();
    }

    /** How many events there were. */
    public int count() {
        return timesNs.length;
    }

    /** Arrival of event {@code index}, nanoseconds of the load generator's monotonic clock. */
    public long timeNs(int index) {
        return timesNs[index];
    }

    /** Tokens of each event, or empty when the server does not tell; a copy. */
    public Optional<int[]> tokens() {
        return Optional.ofNullable(tokens).map(int[]::clone);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ContentEvents that
                && Arrays.equals(timesNs, that.timesNs)
                && Arrays.equals(tokens, that.tokens);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(timesNs) + Arrays.hashCode(tokens);
    }

    @Override
    public String toString() {
        return "ContentEvents[" + Arrays.toString(timesNs) + ", " + Arrays.toString(tokens) + "]";
    }
}
