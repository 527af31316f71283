package org.servedyno.probe;

import java.util.List;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * Reads the GPUs of this node. A probe is used by one thread at a time. A value that cannot be read is absent with its
 * reason; a GPU that fails does not take the others along.
 */
public interface GpuProbe extends AutoCloseable {
    /** Identity, standing facts and topology; takes milliseconds, so it is read before and after a trial only. */
    GpuInventory inventory();

    /**
     * The hot set of every GPU that answers in time, one sample a GPU by index. Shares over time (activity) are taken over the time since the
     * call before, or since the probe was opened. {@link GpuSample#lateNs()} is 0: only a schedule knows lateness.
     */
    List<GpuSample> sample();

    /** What happened to the GPUs since the call before, or since the probe was opened; does not wait. */
    List<GpuEvent> events();

    /** Who is on each GPU. Costs milliseconds a GPU inside the driver: ask at most every ten seconds while something is measured. */
    List<GpuOccupants> occupants();

    /** Lets go of the library or file; a second call does nothing. */
    @Override
    void close();
}
