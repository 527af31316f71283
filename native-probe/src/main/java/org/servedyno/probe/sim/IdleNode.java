package org.servedyno.probe.sim;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.probe.sim.chip.ThermalState;
import org.servedyno.probe.sim.chip.Thermals;

/** A node nobody publishes to: its GPUs are idle for good. */
final class IdleNode implements NodeAccess {
    private static final long SEED = 1;

    private final LongSupplier epochNs;
    private final Map<Integer, ThermalState> thermal = new HashMap<>();

    IdleNode(LongSupplier epochNs) {
        this.epochNs = epochNs;
    }

    @Override
    public long nowEpochNs() {
        return epochNs.getAsLong();
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public PublishedState published(int gpu) {
        return new PublishedState(0, 0, 0, 0, GpuIntegrals.ZERO, 0);
    }

    @Override
    public ThermalState advance(int gpu, Thermals thermals, long toEpochNs, GpuIntegrals integrals) {
        ThermalState then = thermal.get(gpu);
        ThermalState next =
                then == null ? thermals.atRest(toEpochNs, integrals) : thermals.advance(then, toEpochNs, integrals);
        thermal.put(gpu, next);
        return next;
    }

    @Override
    public void close() {}
}
