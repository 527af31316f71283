package org.servedyno.probe.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Tells an engine that works from one that is dead or silent. */
final class PublisherLiveness {
    /** An engine that has not been heard for this long reads as gone. */
    static final Duration SILENCE = Duration.ofSeconds(1);

    /** The system keeps start times in clock ticks of 10 ms, and counts them from a boot time known to a second. */
    private static final long START_TOLERANCE_MS = 2_000;

    private PublisherLiveness() {}

    static boolean live(PublishedState state, long nowEpochNs) {
        return state.pid() != 0
                && Math.abs(nowEpochNs - state.heartbeatEpochNs()) <= SILENCE.toNanos()
                && !processGone(state);
    }

    static boolean processGone(PublishedState state) {
        Optional<ProcessHandle> process = ProcessHandle.of(state.pid());
        return process.isEmpty() || !process.get().isAlive() || isAnother(process.get(), state);
    }

    private static boolean isAnother(ProcessHandle process, PublishedState state) {
        long startEpochMs = startEpochMs(process);
        return state.startEpochMs() != 0
                && startEpochMs != 0
                && Math.abs(startEpochMs - state.startEpochMs()) > START_TOLERANCE_MS;
    }

    /** When the process began, epoch milliseconds; 0 when the system does not say. */
    static long startEpochMs(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
