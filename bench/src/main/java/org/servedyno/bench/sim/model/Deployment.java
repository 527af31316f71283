package org.servedyno.bench.sim.model;

/**
 * A model on chips under an engine: all that the roofline and the memory plan need.
 *
 * @param model the model's shape
 * @param chip each of the GPUs
 * @param profile the engine's traits
 * @param precision of weights and matrix products
 * @param kvPrecision of the KV cache
 * @param tensorParallel GPUs the model is spread over, at least 1
 */
public record Deployment(
        ModelShape model,
        Chip chip,
        EngineProfile profile,
        Precision precision,
        Precision kvPrecision,
        int tensorParallel) {
    public Deployment {
        if (tensorParallel < 1) {
            throw new IllegalArgumentException("tensor parallelism must be at least 1, not " + tensorParallel);
        }
    }

    /** Bytes of KV cache one token takes on each GPU; KV heads are copied once there are more GPUs than heads. */
    public long kvBytesPerTokenPerGpu() {
        int shards = Math.min(tensorParallel, model.kvHeads());
        return model.kvElementsPerToken() * kvPrecision.bytesPerWeight() / shards;
    }

    /** Bytes of weights on each GPU; embedding and output layer stay in bf16, as fp8 checkpoints keep them. */
    public long weightBytesPerGpu() {
        long linear = model.linearWeights() * precision.bytesPerWeight();
        long embeddings = (model.totalWeights() - model.linearWeights()) * Precision.BF16.bytesPerWeight();
        return (linear + embeddings) / tensorParallel;
    }
}
