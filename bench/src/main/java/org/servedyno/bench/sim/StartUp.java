package org.servedyno.bench.sim;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.servedyno.bench.sim.fault.Fault;
import org.servedyno.bench.sim.fault.FaultKind;
import org.servedyno.bench.sim.model.MemoryPlan;

/** The time between an engine's start and its first answer: log lines like an engine's, the wait, and the failures that happen then. */
final class StartUp {
    private static final int SHARDS = 4;
    private static final double LOADED_SHARE = 0.6;
    private static final double CAPTURE_SHARE = 0.8;
    private static final double GIB_IN_MIB = 1024.0;
    /** Stands for ever: no one waits longer for a server. */
    private static final long FOR_EVER_HOURS = 24;

    private final EngineSetup setup;
    private final Consumer<String> log;
    private final long startNs = System.nanoTime();

    StartUp(EngineSetup setup, Consumer<String> log) {
        this.setup = setup;
        this.log = log;
    }

    /** Fails like an engine that finds too little memory before it loads anything. */
    void checkMemory() throws EngineStartException {
        log.accept("servedyno engine-sim: " + setup.summary());
        if (faultIs(FaultKind.OOM)) {
            throw outOfMemory();
        }
    }

    /** Loads the weights and lays out the KV cache, telling {@code memoryMiB} how much memory is held from then on. */
    void load(IntConsumer memoryMiB) throws EngineStartException, InterruptedException {
        MemoryPlan memory = setup.memory();
        for (int shard = 1; shard <= SHARDS; shard++) {
            awaitShare(LOADED_SHARE * shard / SHARDS);
            memoryMiB.accept((int) (memory.weightsMiB() * shard / SHARDS));
            logShard(shard);
            if (shard == SHARDS / 2 && faultIs(FaultKind.NEVER_READY)) {
                TimeUnit.HOURS.sleep(FOR_EVER_HOURS);
            }
        }
        log.accept(String.format(Locale.ROOT, "Model loading took %.2f GiB", memory.weightsMiB() / GIB_IN_MIB));
        checkKvCache();
        memoryMiB.accept((int) memory.usedMiB());
        log.accept(String.format(Locale.ROOT, "Available KV cache memory: %.2f GiB", memory.kvCacheMiB() / GIB_IN_MIB));
        log.accept(String.format(Locale.ROOT, "GPU KV cache size: %,d tokens", memory.kvTokens()));
        awaitShare(CAPTURE_SHARE);
        log.accept("Capturing CUDA graphs (SIMULATED)");
    }

    private void logShard(int shard) {
        log.accept(String.format(
                Locale.ROOT,
                "Loading safetensors checkpoint shards: %3d%% Completed | %d/%d",
                100 * shard / SHARDS,
                shard,
                SHARDS));
    }

    /** Waits for the rest of the start-up time; what was done in between counts. */
    void end() throws EngineStartException, InterruptedException {
        awaitShare(1);
        exitIfAsked(1);
    }

    private void awaitShare(double share) throws EngineStartException, InterruptedException {
        long wanted = (long) (share * setup.options().startSeconds() * 1e9);
        long exitNs = exitAtNs();
        long leftNs = Math.min(wanted, exitNs) - (System.nanoTime() - startNs);
        if (leftNs > 0) {
            TimeUnit.NANOSECONDS.sleep(leftNs);
        }
        exitIfAsked(share);
    }

    private long exitAtNs() {
        Optional<Fault> fault = setup.options().fault();
        if (faultIs(FaultKind.EXIT_AT_START)) {
            return TimeUnit.SECONDS.toNanos(fault.orElseThrow().argument().orElse(0));
        }
        return Long.MAX_VALUE;
    }

    private void exitIfAsked(double share) throws EngineStartException {
        boolean due = System.nanoTime() - startNs >= exitAtNs() || share >= 1;
        if (faultIs(FaultKind.EXIT_AT_START) && due) {
            throw new EngineStartException(
                    "RuntimeError: Engine core initialization failed. See root cause above. (SIMULATED: --fail "
                            + setup.options().fault().orElseThrow() + ")");
        }
    }

    private boolean faultIs(FaultKind kind) {
        return setup.options().fault().filter(fault -> fault.kind() == kind).isPresent();
    }

    private EngineStartException outOfMemory() {
        double total = setup.memory().totalMiB() / GIB_IN_MIB;
        double wanted = total * setup.gpuMemoryUtilization();
        return new EngineStartException(String.format(
                Locale.ROOT,
                "ValueError: Free memory on device (%.2f/%.2f GiB) on startup is less than desired GPU memory "
                        + "utilization (%s, %.2f GiB). Decrease GPU memory utilization or reduce GPU memory used by "
                        + "other processes. (SIMULATED)",
                wanted * 0.8,
                total,
                setup.gpuMemoryUtilization(),
                wanted));
    }

    private void checkKvCache() throws EngineStartException {
        MemoryPlan memory = setup.memory();
        if (memory.kvBlocks() == 0) {
            throw new EngineStartException("ValueError: No available memory for the cache blocks: the model takes "
                    + memory.weightsMiB() + " MiB and activations " + memory.activationsMiB() + " MiB of "
                    + memory.totalMiB() + " MiB. Try increasing gpu_memory_utilization. (SIMULATED)");
        }
        if (memory.kvTokens() < setup.maxModelLen()) {
            throw new EngineStartException("ValueError: To serve at least one request with the model's max seq len ("
                    + setup.maxModelLen() + "), more KV cache is needed than the " + memory.kvTokens()
                    + " tokens available. Try increasing gpu_memory_utilization or decreasing max_model_len. "
                    + "(SIMULATED)");
        }
    }
}
