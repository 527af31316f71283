package org.servedyno.results.model;

import java.time.Instant;

/**
 * One moment on two clocks: the wall clock and this host's monotonic clock ({@link System#nanoTime()}). Files of different
 * processes are joined through their anchors.
 *
 * @param wall the wall clock
 * @param monotonicNs the monotonic clock, nanoseconds from an arbitrary origin
 * @param uncertaintyNs how far apart the two readings can be, nanoseconds
 */
public record ClockAnchor(Instant wall, long monotonicNs, long uncertaintyNs) {
    private static final int TRIES = 5;

    /** Reads both clocks, keeping the closest pair of a few tries. */
    public static ClockAnchor now() {
        ClockAnchor best = read();
        for (int i = 1; i < TRIES; i++) {
            ClockAnchor next = read();
            if (next.uncertaintyNs < best.uncertaintyNs) {
                best = next;
            }
        }
        return best;
    }

    private static ClockAnchor read() {
        long beforeNs = System.nanoTime();
        Instant wall = Instant.now();
        long afterNs = System.nanoTime();
        return new ClockAnchor(wall, beforeNs + (afterNs - beforeNs) / 2, afterNs - beforeNs);
    }

    /** The wall-clock moment of a monotonic time of the same process. */
    public Instant wallAt(long otherMonotonicNs) {
        return wall.plusNanos(otherMonotonicNs - monotonicNs);
    }

    /** The monotonic time, on this anchor's clock, of a wall-clock moment. */
    public long monotonicAt(Instant moment) {
        return monotonicNs + java.time.Duration.between(wall, moment).toNanos();
    }
}
