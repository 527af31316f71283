package org.servedyno.probe.gate.preflight;

import org.servedyno.probe.gate.GateContext;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInventory;

/** A gate on the node as a whole. */
@FunctionalInterface
interface NodeGate {
    GateResult check(GpuInventory inventory, GateContext context);
}
