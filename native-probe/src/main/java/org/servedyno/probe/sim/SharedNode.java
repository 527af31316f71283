package org.servedyno.probe.sim;

import java.io.IOException;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.probe.sim.chip.ThermalState;
import org.servedyno.probe.sim.chip.Thermals;

/** A node whose state is shared through a state file. */
record SharedNode(SimulatedNodeState state) implements NodeAccess {
    @Override
    public long nowEpochNs() {
        return state.nowEpochNs();
    }

    @Override
    public long seed() {
        return state.file().seed();
    }

    @Override
    public PublishedState published(int gpu) throws IOException {
        return state.file().published(gpu);
    }

    @Override
    public ThermalState advance(int gpu, Thermals thermals, long toEpochNs, GpuIntegrals integrals) throws IOException {
        return state.file().locked(() -> {
            ThermalState next = thermals.advance(state.file().thermal(gpu), toEpochNs, integrals);
            state.file().putThermal(gpu, next);
            return next;
        });
    }

    @Override
    public void close() throws IOException {
        state.close();
    }
}
