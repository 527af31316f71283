package org.servedyno.probe.gate.preflight;

import org.servedyno.probe.gate.GateContext;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** A gate on one GPU. */
@FunctionalInterface
interface GpuGate {
    /** What a gate that compares with the product says when no product was named. */
    String NO_PROFILE = "no hardware profile was named (--expect)";

    GateResult check(GpuInfo gpu, GateContext context);
}
