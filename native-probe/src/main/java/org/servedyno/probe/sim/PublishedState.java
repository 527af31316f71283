package org.servedyno.probe.sim;

import org.servedyno.probe.sim.chip.GpuIntegrals;

/**
 * What the state file says of one GPU's publisher, read as a whole.
 *
 * @param pid the publishing process; 0 when nobody is attached
 * @param startEpochMs when that process began, so that a reused pid is not mistaken for it; 0 when unknown
 * @param heartbeatEpochNs its last sign of life
 * @param asOfEpochNs the moment the integrals are true for
 * @param integrals running totals of every publisher the GPU ever had
 * @param memoryUsedMiB memory the publisher holds
 */
record PublishedState(
        long pid,
        long startEpochMs,
        long heartbeatEpochNs,
        long asOfEpochNs,
        GpuIntegrals integrals,
        double memoryUsedMiB) {}
