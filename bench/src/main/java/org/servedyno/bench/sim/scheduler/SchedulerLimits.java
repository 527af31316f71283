package org.servedyno.bench.sim.scheduler;

import org.servedyno.bench.sim.model.SchedulingPolicy;

/**
 * What bounds a step.
 *
 * @param policy which work shares a step
 * @param outputReserve share of the remaining output for which blocks must be free on admission, 0 to 1
 * @param maxNumSeqs sequences that run at a time
 * @param maxNumBatchedTokens tokens in a step
 * @param kvBlocks blocks in the KV cache
 * @param prefixCache whether finished blocks are kept for prompts that begin alike
 */
public record SchedulerLimits(
        SchedulingPolicy policy,
        double outputReserve,
        int maxNumSeqs,
        int maxNumBatchedTokens,
        int kvBlocks,
        boolean prefixCache) {
    public SchedulerLimits {
        if (maxNumSeqs < 1 || maxNumBatchedTokens < 1 || kvBlocks < 1) {
            throw new IllegalArgumentException("sequences, batched tokens and KV blocks must be at least 1");
        }
    }
}
