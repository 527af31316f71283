package org.servedyno.results.model.gpu;

import org.servedyno.results.model.Reading;

/**
 * What recording took, and how well it kept its schedule. CPU times are those of the recorder's whole process, in the system's ticks of
 * mostly 10 ms.
 *
 * @param looks how many times all GPUs were read
 * @param samples samples written, one a GPU and look
 * @param missed looks that were due and left out because the one before was too late
 * @param lookMeanNs mean time of a look
 * @param lookMaxNs longest time of a look
 * @param lateP50Ns median lateness of the looks against their schedule
 * @param lateP99Ns 99th percentile of the lateness
 * @param lateMaxNs longest lateness
 * @param startCpuNs CPU time until recording began
 * @param cpuNs CPU time from then on
 * @param elapsedNs time from the begin of recording to its end
 */
public record RecorderCost(
        long looks,
        long samples,
        long missed,
        long lookMeanNs,
        long lookMaxNs,
        long lateP50Ns,
        long lateP99Ns,
        long lateMaxNs,
        Reading<Long> startCpuNs,
        Reading<Long> cpuNs,
        long elapsedNs) {
    /** CPU time while recording as a share of one core, percent. */
    public Reading<Double> cpuPercent() {
        return cpuNs.map(spentNs -> 100.0 * spentNs / Math.max(1, elapsedNs));
    }
}
