package org.servedyno.probe.gate.preflight;

import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** A gate on one GPU. */
@FunctionalInterface
interface GpuGate {
    GateResult check(GpuInfo gpu, Look look);
}
