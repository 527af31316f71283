package org.servedyno.probe.gate.preflight;

import org.servedyno.results.model.gpu.GateResult;

/** A gate on the node as a whole. */
@FunctionalInterface
interface NodeGate {
    GateResult check(Look look);
}
