package org.servedyno.probe.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The simulated node that engines and samplers of different processes share through a mapped file. Engines
 * {@linkplain #attach attach} and publish; samplers read. The file outlives both, so that a GPU is still warm from the
 * engine before. Safe for use by several threads.
 */
public final class SimulatedNodeState implements AutoCloseable {
    private static final long DEFAULT_SEED = 20261130;

    private final StateFile file;
    private final LongSupplier epochNs;

    private SimulatedNodeState(StateFile file, LongSupplier epochNs) {
        this.file = file;
        this.epochNs = epochNs;
    }

    /**
     * Makes a node of cool, idle GPUs, replacing a file that stands there, and opens it.
     *
     * @param gpus how many, 1 to 64
     * @throws IOException if the file cannot be written
     */
    public static SimulatedNodeState create(Path file, int gpus) throws IOException {
        StateFile.create(file, gpus, DEFAULT_SEED);
        return open(file);
    }

    /** Opens the node in {@code file}, or makes one where there is none. */
    public static SimulatedNodeState openOrCreate(Path file, int gpus) throws IOException {
        return Files.exists(file) ? open(file) : create(file, gpus);
    }

    /**
     * Opens a node made before.
     *
     * @throws IOException if there is no such file, or it is not a state file of this build
     */
    public static SimulatedNodeState open(Path file) throws IOException {
        return open(file, SimulatedNodeState::wallEpochNs);
    }

    static SimulatedNodeState open(Path file, LongSupplier epochNs) throws IOException {
        return new SimulatedNodeState(StateFile.open(file), epochNs);
    }

    /** How many GPUs the node has. */
    public int gpus() {
        return file.gpus();
    }

    /**
     * Makes process {@code pid} the engine on these GPUs.
     *
     * @param pid the engine's process; when it dies, its GPUs read as idle and its memory as returned
     * @param gpus indices from 0
     * @throws IOException if another live engine is on one of them; nothing is attached then
     */
    public SimulatedGpuPublisher attach(long pid, List<Integer> gpus) throws IOException {
        if (gpus.isEmpty()) {
            throw new IllegalArgumentException("an engine needs at least one GPU");
        }
        return file.locked(() -> {
            for (int gpu : gpus) {
                refuseIfTaken(gpu);
            }
            return SimulatedGpuPublisher.attach(file, epochNs, pid, gpus);
        });
    }

    private void refuseIfTaken(int gpu) throws IOException {
        PublishedState now = file.published(gpu);
        if (PublisherLiveness.live(now, epochNs.getAsLong())) {
            throw new IOException("simulated GPU " + gpu + " is taken by process " + now.pid() + " (" + file.file()
                    + "); stop it, or choose another GPU");
        }
    }

    StateFile file() {
        return file;
    }

    long nowEpochNs() {
        return epochNs.getAsLong();
    }

    static long wallEpochNs() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
