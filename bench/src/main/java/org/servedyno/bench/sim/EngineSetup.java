package org.servedyno.bench.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.bench.sim.model.Catalog;
import org.servedyno.bench.sim.model.Chip;
import org.servedyno.bench.sim.model.Deployment;
import org.servedyno.bench.sim.model.EngineProfile;
import org.servedyno.bench.sim.model.MemoryPlan;
import org.servedyno.bench.sim.model.ModelShape;
import org.servedyno.bench.sim.model.Precision;
import org.servedyno.bench.sim.scheduler.SchedulerLimits;
import org.servedyno.bench.tokenizer.Tokenizers;

/**
 * Options with all names resolved and all defaults filled in.
 *
 * @param options as given
 * @param deployment what runs on what
 * @param memory where the memory goes
 * @param servedModel the model's name in requests
 * @param maxModelLen tokens of prompt and output together
 * @param maxNumSeqs sequences in a step
 * @param maxNumBatchedTokens tokens in a step
 * @param gpuMemoryUtilization share of the memory, 0 to 1
 */
record EngineSetup(
        SimulatedEngineOptions options,
        Deployment deployment,
        MemoryPlan memory,
        String servedModel,
        int maxModelLen,
        int maxNumSeqs,
        int maxNumBatchedTokens,
        double gpuMemoryUtilization) {
    private static final int MAX_PORT = 65_535;

    /** Resolves the options; throws with all that is wrong with them. */
    static EngineSetup resolve(SimulatedEngineOptions options) throws InvalidOptionsException {
        Problems problems = new Problems();
        Catalog catalog = Catalog.bundled();
        problems.require(options.port() >= 0 && options.port() <= MAX_PORT, "port must be 0 to 65535");
        problems.require(options.tensorParallel() >= 1, "tensor parallelism must be at least 1");
        problems.require(options.noiseSigma() >= 0 && options.noiseSigma() < 1, "noise must be at least 0 and under 1");
        problems.require(options.startSeconds() >= 0, "start seconds must be at least 0");
        problems.require(options.maxModelLen().orElse(2) >= 2, "max model length must be at least 2");
        problems.require(options.maxNumSeqs().orElse(1) >= 1, "max num seqs must be at least 1");
        problems.require(options.maxNumBatchedTokens().orElse(1) >= 1, "max num batched tokens must be at least 1");
        double asked = options.gpuMemoryUtilization().orElse(0.5);
        problems.require(asked > 0 && asked <= 1, "GPU memory utilization must be above 0 and at most 1");
        problems.require(
                options.gpuState().isEmpty() || options.gpus().size() == options.tensorParallel(),
                "there must be as many GPUs (" + options.gpus().size() + ") as tensor parallelism asks for ("
                        + options.tensorParallel() + ")");
        Tokenizers.problem(options.tokenizer()).ifPresent(problem -> problems.require(false, problem));
        problems.lookUp(() -> catalog.model(options.model()));
        problems.lookUp(() -> catalog.chip(options.chip()));
        problems.lookUp(() -> catalog.profile(options.profile()));
        problems.throwIfAny();
        return fill(options, catalog);
    }

    private static EngineSetup fill(SimulatedEngineOptions options, Catalog catalog) {
        ModelShape model = catalog.model(options.model());
        Chip chip = catalog.chip(options.chip());
        EngineProfile profile = catalog.profile(options.profile());
        Precision precision = options.precision().orElse(Catalog.precisionInName(options.model()));
        boolean fp8Cache = profile.fp8KvCache() && precision == Precision.FP8;
        Precision kvPrecision = options.kvCachePrecision().orElse(fp8Cache ? Precision.FP8 : Precision.BF16);
        Deployment deployment = new Deployment(model, chip, profile, precision, kvPrecision, options.tensorParallel());
        int seqs = options.maxNumSeqs().orElse(profile.defaultMaxNumSeqs());
        int batched = options.maxNumBatchedTokens().orElse(profile.defaultMaxNumBatchedTokens());
        double utilization = options.gpuMemoryUtilization().orElse(profile.gpuMemoryUtilization());
        return new EngineSetup(
                options,
                deployment,
                MemoryPlan.of(deployment, utilization, batched, seqs),
                options.servedModelName().orElse(options.model()),
                options.maxModelLen().orElse(model.maxModelLen()),
                seqs,
                batched,
                utilization);
    }

    /** What bounds a step; an engine whose memory holds no KV block gets one here and fails in {@link StartUp#load}, as engines do. */
    SchedulerLimits limits() {
        EngineProfile profile = deployment.profile();
        return new SchedulerLimits(
                profile.policy(),
                profile.outputReserve(),
                maxNumSeqs,
                maxNumBatchedTokens,
                Math.max(1, memory.kvBlocks()),
                options.prefixCache());
    }

    /** One line that says what this is. */
    String summary() {
        return "SIMULATED " + deployment.profile().label() + " engine, " + options.model() + " in "
                + deployment.precision() + " on " + deployment.tensorParallel() + " x "
                + deployment.chip().name();
    }

    /** The settings in effect by the names of their flags. */
    Map<String, String> effectiveSettings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("model", options.model());
        settings.put("served-model-name", servedModel);
        settings.put("tokenizer", options.tokenizer());
        settings.put("profile", deployment.profile().name());
        settings.put("chip", deployment.chip().name());
        settings.put("precision", deployment.precision().label());
        settings.put("kv-cache-dtype", deployment.kvPrecision().label());
        settings.put("tensor-parallel", Integer.toString(deployment.tensorParallel()));
        settings.put("max-model-len", Integer.toString(maxModelLen));
        settings.put("max-num-seqs", Integer.toString(maxNumSeqs));
        settings.put("max-num-batched-tokens", Integer.toString(maxNumBatchedTokens));
        settings.put("gpu-memory-utilization", Double.toString(gpuMemoryUtilization));
        settings.put("prefix-cache", Boolean.toString(options.prefixCache()));
        settings.put("kv-cache-tokens", Integer.toString(memory.kvTokens()));
        settings.put("noise", Double.toString(options.noiseSigma()));
        settings.put("seed", Long.toString(options.seed()));
        return settings;
    }

    /** Collects what is wrong. */
    private static final class Problems {
        private final List<String> found = new ArrayList<>();

        private void require(boolean holds, String otherwise) {
            if (!holds) {
                found.add(otherwise);
            }
        }

        private void lookUp(Runnable look) {
            try {
                look.run();
            } catch (Catalog.UnknownNameException e) {
                found.add(String.valueOf(e.getMessage()));
            }
        }

        private void throwIfAny() throws InvalidOptionsException {
            if (!found.isEmpty()) {
                throw new InvalidOptionsException(found);
            }
        }
    }
}
