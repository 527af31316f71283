package org.servedyno.bench.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.servedyno.bench.sim.engine.GpuActivity;
import org.servedyno.bench.sim.engine.GpuTotals;
import org.servedyno.probe.sim.SimulatedGpuPublisher;
import org.servedyno.probe.sim.SimulatedNodeState;
import org.servedyno.probe.sim.chip.GpuIntegrals;

/** Tells the simulated node what this engine does on its GPUs; does nothing where there is no such node. */
final class SimulatedGpus implements GpuActivity, AutoCloseable {
    /** Far less comes out of a step (sampled ids) than goes in (tables, positions). */
    private static final int SENT_SHARE = 8;

    private record Attached(SimulatedNodeState node, SimulatedGpuPublisher publisher) {}

    private final Optional<Attached> attached;
    private final List<Integer> gpus;
    private volatile int memoryMiB;

    private SimulatedGpus(Optional<Attached> attached, List<Integer> gpus) {
        this.attached = attached;
        this.gpus = gpus;
    }

    /** Becomes the engine on the GPUs that the options name. */
    static SimulatedGpus attach(SimulatedEngineOptions options) throws EngineStartException {
        if (options.gpuState().isEmpty() || options.nullServer()) {
            return new SimulatedGpus(Optional.empty(), options.gpus());
        }
        int highest = options.gpus().stream().mapToInt(Integer::intValue).max().orElse(0);
        try {
            SimulatedNodeState node =
                    SimulatedNodeState.openOrCreate(options.gpuState().get(), highest + 1);
            SimulatedGpuPublisher publisher =
                    node.attach(ProcessHandle.current().pid(), options.gpus());
            return new SimulatedGpus(Optional.of(new Attached(node, publisher)), options.gpus());
        } catch (IOException e) {
            throw new EngineStartException("the simulated GPUs can't be had: " + e.getMessage(), e);
        }
    }

    void holdMemoryMiB(int value) {
        memoryMiB = value;
    }

    @Override
    public void publish(GpuTotals totals) {
        if (attached.isEmpty()) {
            return;
        }
        long pcieBytes = (long) totals.pcieBytes();
        GpuIntegrals integrals = new GpuIntegrals(
                (long) totals.busyNs(),
                (long) totals.smActiveNs(),
                (long) totals.tensorActiveNs(),
                (long) totals.dramActiveNs(),
                pcieBytes / SENT_SHARE,
                pcieBytes);
        for (int gpu : gpus) {
            attached.get().publisher().publish(gpu, integrals, memoryMiB);
        }
    }

    @Override
    public void close() {
        if (attached.isEmpty()) {
            return;
        }
        attached.get().publisher().close();
        try {
            attached.get().node().close();
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated GPUs' state file can't be closed", e);
        }
    }
}
