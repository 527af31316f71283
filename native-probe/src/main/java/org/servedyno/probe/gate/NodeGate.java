package org.servedyno.probe.gate;

import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInventory;

/** A gate on the node as a whole. */
@FunctionalInterface
interface NodeGate {
    GateResult check(GpuInventory inventory, GateContext context);
}
