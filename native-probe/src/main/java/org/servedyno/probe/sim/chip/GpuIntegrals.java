package org.servedyno.probe.sim.chip;

/**
 * What one GPU has done since its engine attached, as running totals that never fall. A sampler takes differences, so it
 * misses nothing between two looks.
 *
 * @param busyNs time with a kernel resident, nanoseconds
 * @param smActiveNs time weighted by the share of SMs at work, nanoseconds; at most {@code busyNs}
 * @param tensorActiveNs time weighted by the share of tensor-core peak in use, nanoseconds
 * @param dramActiveNs time weighted by the share of DRAM peak bandwidth in use, nanoseconds
 * @param pcieTxBytes bytes sent to the host
 * @param pcieRxBytes bytes received from the host
 */
public record GpuIntegrals(
        long busyNs, long smActiveNs, long tensorActiveNs, long dramActiveNs, long pcieTxBytes, long pcieRxBytes) {
    /** Nothing done yet. */
    public static final GpuIntegrals ZERO = new GpuIntegrals(0, 0, 0, 0, 0, 0);

    /** Both totals together. */
    public GpuIntegrals plus(GpuIntegrals other) {
        return new GpuIntegrals(
                busyNs + other.busyNs,
                smActiveNs + other.smActiveNs,
                tensorActiveNs + other.tensorActiveNs,
                dramActiveNs + other.dramActiveNs,
                pcieTxBytes + other.pcieTxBytes,
                pcieRxBytes + other.pcieRxBytes);
    }

    /** What was done since {@code earlier}. */
    public GpuIntegrals minus(GpuIntegrals earlier) {
        return new GpuIntegrals(
                busyNs - earlier.busyNs,
                smActiveNs - earlier.smActiveNs,
                tensorActiveNs - earlier.tensorActiveNs,
                dramActiveNs - earlier.dramActiveNs,
                pcieTxBytes - earlier.pcieTxBytes,
                pcieRxBytes - earlier.pcieRxBytes);
    }
}
