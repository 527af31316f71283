package org.servedyno.probe.sim;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.servedyno.probe.sim.chip.GpuIntegrals;

/**
 * An engine's side of the simulated node. Publish after every step and at least twice a second, or send a heartbeat: an
 * engine that is silent for a second reads as gone. Used by one thread at a time; costs well under a microsecond a GPU.
 */
public final class SimulatedGpuPublisher implements AutoCloseable {
    private final StateFile file;
    private final LongSupplier epochNs;
    private final Map<Integer, GpuIntegrals> before;
    private final Map<Integer, PublishedState> last;
    private boolean closed;

    private SimulatedGpuPublisher(StateFile file, LongSupplier epochNs, Map<Integer, PublishedState> first) {
        this.file = file;
        this.epochNs = epochNs;
        this.last = first;
        this.before = new HashMap<>();
        first.forEach((gpu, state) -> before.put(gpu, state.integrals()));
    }

    static SimulatedGpuPublisher attach(StateFile file, LongSupplier epochNs, long pid, List<Integer> gpus)
            throws IOException {
        long startEpochMs =
                ProcessHandle.of(pid).map(PublisherLiveness::startEpochMs).orElse(0L);
        Map<Integer, PublishedState> first = new HashMap<>();
        for (int gpu : gpus) {
            long nowNs = epochNs.getAsLong();
            GpuIntegrals sofar = file.published(gpu).integrals();
            PublishedState state = new PublishedState(pid, startEpochMs, nowNs, nowNs, sofar, 0);
            first.put(gpu, state);
            file.publish(gpu, state);
        }
        return new SimulatedGpuPublisher(file, epochNs, first);
    }

    /**
     * Tells what one GPU has done up to now.
     *
     * @param gpu one of the GPUs attached
     * @param sinceAttach totals since the engine attached
     * @param memoryUsedMiB memory the engine holds on it now
     */
    public void publish(int gpu, GpuIntegrals sinceAttach, double memoryUsedMiB) {
        PublishedState then = attached(gpu);
        GpuIntegrals base = before.getOrDefault(gpu, GpuIntegrals.ZERO);
        long nowNs = epochNs.getAsLong();
        write(
                gpu,
                new PublishedState(
                        then.pid(), then.startEpochMs(), nowNs, nowNs, base.plus(sinceAttach), memoryUsedMiB));
    }

    /** Says that the engine lives and did nothing on any of its GPUs since it last published. */
    public void heartbeat() {
        for (Map.Entry<Integer, PublishedState> entry : Map.copyOf(last).entrySet()) {
            PublishedState then = entry.getValue();
            long nowNs = epochNs.getAsLong();
            write(
                    entry.getKey(),
                    new PublishedState(
                            then.pid(), then.startEpochMs(), nowNs, nowNs, then.integrals(), then.memoryUsedMiB()));
        }
    }

    private void write(int gpu, PublishedState state) {
        if (closed) {
            throw new IllegalStateException("this engine is detached from its simulated GPUs");
        }
        file.publish(gpu, state);
        last.put(gpu, state);
    }

    private PublishedState attached(int gpu) {
        PublishedState state = last.get(gpu);
        if (state == null) {
            throw new IllegalArgumentException("GPU " + gpu + " is not attached; attached are " + last.keySet());
        }
        return state;
    }

    /** Gives the GPUs and their memory back; a second call does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        last.forEach((gpu, then) -> {
            long nowNs = epochNs.getAsLong();
            file.publish(gpu, new PublishedState(0, 0, nowNs, nowNs, then.integrals(), 0));
        });
    }
}
