package org.servedyno.bench.sim.model;

import java.util.OptionalDouble;

/**
 * What a GPU can do: datasheet peaks, and the share of them that the best kernels were seen to reach.
 *
 * @param name for example {@code h100-sxm}
 * @param productName NVML's product name
 * @param memoryMiB memory as NVML reports it
 * @param memoryBandwidthGBps theoretical DRAM bandwidth, 10^9 bytes a second
 * @param memoryEfficiency measured share of it in streaming kernels
 * @param bf16Tflops dense peak
 * @param bf16Efficiency measured share of it in large matrix products
 * @param fp8Tflops dense peak, empty where the chip has no fp8 tensor cores
 * @param fp8Efficiency measured share of it in large matrix products
 * @param allReduceGBps bus bandwidth of a large all-reduce within the node, as NCCL's tests define it
 * @param pcieGBps host link, one direction
 */
public record Chip(
        String name,
        String productName,
        int memoryMiB,
        double memoryBandwidthGBps,
        double memoryEfficiency,
        double bf16Tflops,
        double bf16Efficiency,
        OptionalDouble fp8Tflops,
        double fp8Efficiency,
        double allReduceGBps,
        double pcieGBps) {
    /** Peak of matrix products in {@code precision}, FLOP/s; fp8 weights on a chip without fp8 units are multiplied in bf16 (weight-only). */
    public double peakFlops(Precision precision) {
        return (precision == Precision.FP8 ? fp8Tflops.orElse(bf16Tflops) : bf16Tflops) * 1e12;
    }

    /** What large matrix products reach, FLOP/s. */
    public double reachableFlops(Precision precision) {
        boolean fp8 = precision == Precision.FP8 && fp8Tflops.isPresent();
        return peakFlops(precision) * (fp8 ? fp8Efficiency : bf16Efficiency);
    }

    /** What streaming kernels reach, bytes a second. */
    public double reachableBytesPerSecond() {
        return memoryBandwidthGBps * 1e9 * memoryEfficiency;
    }
}
