package org.servedyno.results.store.stream;

import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/** Takes the lines of a GPU trace one by one, in the order they were written; what it does not ask for passes by. */
public interface GpuTraceVisitor {
    /** The first line; comes once, before all others. */
    default void header(GpuTraceHeader header) {}

    default void sample(GpuSample sample) {}

    default void event(GpuEvent event) {}

    default void occupants(GpuOccupants occupants) {}

    /** The last line; does not come when the recorder was cut off. */
    default void end(GpuTraceEnd end) {}

    /** A line of a kind that this build does not know. */
    default void unknown() {}
}
