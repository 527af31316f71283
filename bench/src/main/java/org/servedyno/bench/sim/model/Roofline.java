package org.servedyno.bench.sim.model;

/**
 * Step time from first principles. Kernels run one after the other, so the step is a sum of two rooflines, each the larger of its compute and
 * its memory time (Williams, Waterman, Patterson, "Roofline", CACM 2009): the linear layers, which read every weight they touch once, and
 * attention, which reads the KV cache. All-reduces between GPUs, gaps between kernels and the engine's own CPU time are added.
 */
public final class Roofline {
    /** Hidden-size vectors read or written per token and layer outside of the matrix products (norms, residuals, rotary, activations). */
    private static final int ACTIVATION_VECTORS_PER_LAYER = 12;
    /** After attention and after the feed-forward layer. */
    private static final int ALL_REDUCES_PER_LAYER = 2;

    private static final double NS = 1e9;

    private final Deployment deployment;
    private final ModelShape model;
    private final EngineProfile profile;
    private final double bytesPerSecond;
    private final double gemmFlops;
    private final double attentionFlops;

    public Roofline(Deployment deployment) {
        this.deployment = deployment;
        this.model = deployment.model();
        this.profile = deployment.profile();
        Chip chip = deployment.chip();
        this.bytesPerSecond = chip.reachableBytesPerSecond() * profile.memoryEfficiency();
        this.gemmFlops = chip.reachableFlops(deployment.precision()) * profile.gemmEfficiency();
        this.attentionFlops = chip.peakFlops(Precision.BF16) * profile.attentionEfficiency();
    }

    /** The cost of one step; more work never costs less. */
    public StepCost cost(StepWork work) {
        int gpus = deployment.tensorParallel();
        double linearFlops = 2.0 * model.activeLinearWeights() * work.tokens() / gpus;
        double outputFlops = 2.0 * model.outputLayerWeights() * work.sampled() / gpus;
        double linearBytes = linearBytes(work) / gpus;
        double pairFlops = 4.0 * model.layers() * model.heads() * model.headDim() * work.attentionPairs() / gpus;
        double kvBytes = (double) deployment.kvBytesPerTokenPerGpu() * (work.kvTokensRead() + work.tokens());

        double linearNs = Math.max((linearFlops + outputFlops) / gemmFlops, linearBytes / bytesPerSecond) * NS;
        double attentionNs = Math.max(pairFlops / attentionFlops, kvBytes / bytesPerSecond) * NS;
        double gapsNs = model.layers() * profile.layerOverheadMicros() * 1e3;
        double gpuNs = linearNs + attentionNs + gapsNs + allReduceNs(work);
        double cpuNs = (profile.stepOverheadMicros() + profile.sequenceOverheadMicros() * work.sequences()) * 1e3;
        return new StepCost(
                cpuNs,
                gpuNs,
                tensorNs(linearFlops + outputFlops, pairFlops),
                (linearBytes + kvBytes) / (deployment.chip().memoryBandwidthGBps() * 1e9) * NS);
    }

    private double linearBytes(StepWork work) {
        double weights = model.linearWeightsTouched(work.tokens())
                * deployment.precision().bytesPerWeight();
        double outputLayer =
                work.sampled() > 0 ? (double) model.outputLayerWeights() * Precision.BF16.bytesPerWeight() : 0;
        double activations = (double) work.tokens()
                * model.layers()
                * ACTIVATION_VECTORS_PER_LAYER
                * model.hiddenSize()
                * Precision.BF16.bytesPerWeight();
        return weights + outputLayer + activations;
    }

    private double tensorNs(double gemmFlop, double attentionFlop) {
        Chip chip = deployment.chip();
        return (gemmFlop / chip.peakFlops(deployment.precision()) + attentionFlop / chip.peakFlops(Precision.BF16))
                * NS;
    }

    /** A ring moves 2 (n - 1) / n of the buffer over each link, which is what the bus bandwidth of NCCL's tests is defined by. */
    private double allReduceNs(StepWork work) {
        int gpus = deployment.tensorParallel();
        if (gpus == 1) {
            return 0;
        }
        double bufferBytes = (double) work.tokens() * model.hiddenSize() * Precision.BF16.bytesPerWeight();
        double moveNs =
                2.0 * (gpus - 1) / gpus * bufferBytes / (deployment.chip().allReduceGBps() * 1e9) * NS;
        return model.layers() * ALL_REDUCES_PER_LAYER * (profile.allReduceLatencyMicros() * 1e3 + moveNs);
    }
}
