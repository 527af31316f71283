package org.servedyno.probe.sim.chip;

import java.util.concurrent.TimeUnit;

/**
 * What a GPU did over an interval.
 *
 * @param busy share of time with a kernel resident, 0 to 1
 * @param sm share of SM time in use, 0 to 1
 * @param tensor share of tensor-core peak, 0 to 1
 * @param dram share of DRAM peak bandwidth, 0 to 1
 * @param pcieTxMiBps sent to the host
 * @param pcieRxMiBps received from the host
 */
public record Activity(double busy, double sm, double tensor, double dram, double pcieTxMiBps, double pcieRxMiBps) {
    /** Nothing done. */
    public static final Activity IDLE = new Activity(0, 0, 0, 0, 0, 0);

    private static final double MIB = 1024 * 1024;

    /** The mean over an interval in which {@code done} was done. */
    public static Activity over(GpuIntegrals done, long intervalNs) {
        if (intervalNs <= 0) {
            throw new IllegalArgumentException("an interval is longer than 0 ns: " + intervalNs);
        }
        double seconds = (double) intervalNs / TimeUnit.SECONDS.toNanos(1);
        return new Activity(
                share(done.busyNs(), intervalNs),
                share(done.smActiveNs(), intervalNs),
                share(done.tensorActiveNs(), intervalNs),
                share(done.dramActiveNs(), intervalNs),
                Math.max(0, done.pcieTxBytes() / MIB / seconds),
                Math.max(0, done.pcieRxBytes() / MIB / seconds));
    }

    private static double share(long partNs, long intervalNs) {
        return Math.max(0, Math.min(1, (double) partNs / intervalNs));
    }

    /** Whether no kernel was resident at any time. */
    public boolean idle() {
        return busy == 0;
    }
}
