package org.servedyno.bench.sim.model;

/**
 * How a kind of engine differs from another on the same chip. The figures are stated assumptions of the right order, not measurements of any
 * engine: a verdict between simulated engines says something about ServeDyno, nothing about the engines.
 *
 * @param name the name on the command line
 * @param label what it stands for, for logs and reports
 * @param policy which work shares a step
 * @param outputReserve share of the admitted sequences' remaining output for which KV blocks must be free before another is admitted, 0 to 1
 * @param stepOverheadMicros CPU time before the GPU starts a step
 * @param sequenceOverheadMicros the same, for each sequence in the step
 * @param layerOverheadMicros GPU time lost between the kernels of one layer
 * @param gemmEfficiency share of the chip's reachable matrix rate
 * @param attentionEfficiency share of the chip's bf16 peak that the attention kernel reaches
 * @param memoryEfficiency share of the chip's reachable bandwidth
 * @param allReduceLatencyMicros fixed cost of one all-reduce
 * @param coldShapeMillis what the first step of a new batch shape costs more (compilation, tuning); halves with every further one
 * @param defaultMaxNumSeqs sequences in a step unless set
 * @param defaultMaxNumBatchedTokens tokens in a step unless set
 * @param gpuMemoryUtilization share of the GPU's memory it takes unless set
 * @param runtimeReserveMiB memory beyond weights, activations and KV cache: CUDA context, graphs, work spaces
 * @param fp8KvCache whether an fp8 model keeps its KV cache in fp8 too, unless set
 * @param separateFinishChunk whether a chat stream ends in an extra chunk with an empty delta that carries the finish reason
 * @param streamIntervalTokens tokens an event carries after the first one, at least 1
 */
public record EngineProfile(
        String name,
        String label,
        SchedulingPolicy policy,
        double outputReserve,
        double stepOverheadMicros,
        double sequenceOverheadMicros,
        double layerOverheadMicros,
        double gemmEfficiency,
        double attentionEfficiency,
        double memoryEfficiency,
        double allReduceLatencyMicros,
        double coldShapeMillis,
        int defaultMaxNumSeqs,
        int defaultMaxNumBatchedTokens,
        double gpuMemoryUtilization,
        int runtimeReserveMiB,
        boolean fp8KvCache,
        boolean separateFinishChunk,
        int streamIntervalTokens) {}
