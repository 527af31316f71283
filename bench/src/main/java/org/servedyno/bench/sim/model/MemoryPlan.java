package org.servedyno.bench.sim.model;

/**
 * Where the memory of each GPU goes.
 *
 * @param totalMiB memory of one GPU
 * @param weightsMiB the model
 * @param activationsMiB the largest step's intermediate results, and the runtime's own memory
 * @param kvCacheMiB what is left for the KV cache, under the utilization asked for
 * @param kvBlocks blocks of {@value #BLOCK_TOKENS} tokens that fit in it; 0 when nothing is left
 */
public record MemoryPlan(long totalMiB, long weightsMiB, long activationsMiB, long kvCacheMiB, int kvBlocks) {
    /** Tokens in one block of the KV cache, vLLM's default. */
    public static final int BLOCK_TOKENS = 16;

    private static final long MIB = 1024L * 1024L;

    /** The plan for a deployment that may use {@code utilization} (0 to 1) of the memory and runs steps of at most these sizes. */
    public static MemoryPlan of(Deployment deployment, double utilization, int maxBatchedTokens, int maxSequences) {
        ModelShape model = deployment.model();
        long total = deployment.chip().memoryMiB();
        long weights = deployment.weightBytesPerGpu() / MIB;
        long ffnWidth = 2L * model.ffnSize() * model.activeExperts() / deployment.tensorParallel();
        long perTokenBytes = (ffnWidth + 4L * model.hiddenSize()) * Precision.BF16.bytesPerWeight();
        long logitsBytes = (long) maxSequences * model.vocabSize() * Float.BYTES;
        long activations = (maxBatchedTokens * perTokenBytes + logitsBytes) / MIB
                + deployment.profile().runtimeReserveMiB();
        long kvCache = Math.max(0, (long) (total * utilization) - weights - activations);
        long blockBytes = deployment.kvBytesPerTokenPerGpu() * BLOCK_TOKENS;
        int blocks = (int) Math.min(Integer.MAX_VALUE / BLOCK_TOKENS, kvCache * MIB / blockBytes);
        return new MemoryPlan(total, weights, activations, kvCache, blocks);
    }

    /** Tokens the KV cache holds. */
    public int kvTokens() {
        return kvBlocks * BLOCK_TOKENS;
    }

    /** Memory the engine holds once it runs; the KV cache is taken at the start, whether used or not. */
    public long usedMiB() {
        return weightsMiB + activationsMiB + kvCacheMiB;
    }
}
