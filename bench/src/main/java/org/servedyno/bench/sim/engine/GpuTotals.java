package org.servedyno.bench.sim.engine;

import org.servedyno.bench.sim.model.StepCost;

/**
 * What one GPU of the deployment has done since the start of the engine; all GPUs do the same. Integrals over time, nanoseconds.
 *
 * @param busyNs a kernel was running
 * @param smActiveNs times the share of multiprocessors with a warp on them
 * @param tensorActiveNs times the share of the tensor cores' peak
 * @param dramActiveNs times the share of the theoretical memory bandwidth
 * @param pcieBytes moved over the host link: tokens and block tables in, sampled tokens out
 */
public record GpuTotals(
        double busyNs, double smActiveNs, double tensorActiveNs, double dramActiveNs, double pcieBytes) {
    static final GpuTotals ZERO = new GpuTotals(0, 0, 0, 0, 0);

    /** Share of multiprocessors busy while a kernel runs: tails of kernels and gaps between them leave some idle. */
    private static final double SM_SHARE_WHILE_BUSY = 0.92;

    /** Token ids, positions, slots and block tables going in and sampled ids coming out, per sequence of a step. */
    private static final double PCIE_BYTES_PER_SEQUENCE = 4096;

    /** These totals plus the share {@code done} (0 to 1) of a step. */
    GpuTotals plus(StepCost cost, int sequences, double done) {
        return new GpuTotals(
                busyNs + done * cost.gpuNs(),
                smActiveNs + done * cost.gpuNs() * SM_SHARE_WHILE_BUSY,
                tensorActiveNs + done * Math.min(cost.tensorNs(), cost.gpuNs()),
                dramActiveNs + done * Math.min(cost.dramNs(), cost.gpuNs()),
                pcieBytes + done * sequences * PCIE_BYTES_PER_SEQUENCE);
    }
}
