package org.servedyno.probe.sim;

import java.io.IOException;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.probe.sim.chip.ThermalState;
import org.servedyno.probe.sim.chip.Thermals;

/** Where a simulated probe finds what the GPUs do, and keeps what outlives the engines on them. */
interface NodeAccess extends AutoCloseable {
    /** The clock that stamps all of it. */
    long nowEpochNs();

    /** What seeds the sensors' noise. */
    long seed();

    /** What the GPU's engine says; pid 0 when there is none. */
    PublishedState published(int gpu) throws IOException;

    /** Brings the GPU's thermal state to a moment, and returns it. */
    ThermalState advance(int gpu, Thermals thermals, long toEpochNs, GpuIntegrals integrals) throws IOException;

    @Override
    void close() throws IOException;
}
