package org.servedyno.results.model.gpu;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Something that happened to a GPU while it was watched.
 *
 * @param monotonicNs when it was noticed, nanoseconds of the recorder's monotonic clock
 * @param gpu index of the GPU; empty for the node
 * @param kind what happened
 * @param data NVML's event data where it says something: the number of an Xid, a clock or state
 * @param detail in words, fit for a report
 */
public record GpuEvent(long monotonicNs, OptionalInt gpu, Kind kind, OptionalLong data, String detail) {
    /** What happened. */
    public enum Kind {
        /** The driver reported an Xid error; {@link GpuEvent#data()} is its number. */
        XID,
        /** ECC mended an error, or could not. */
        ECC,
        /** Another event of NVML; the detail names it. */
        OTHER,
        /** The driver says that the GPU is lost. */
        LOST,
        /** A call for this GPU did not come back in time; it is not asked again. */
        UNRESPONSIVE,
        /** A counter that should only rise fell. */
        COUNTER_RESET,
        /** Events themselves cannot be watched; the detail says why. */
        UNWATCHED
    }
}
