package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * The gates before a start. A gate whose value cannot be read is skipped and says why. Limits follow what NVIDIA's DCGM and
 * the fleet checkers of Meta, Azure and Lepton use.
 */
public final class PreflightGates {
    private static final List<NodeGate> NODE = List.of(
            NodeGates::library, NodeGates::driver, NodeGates::count, NodeGates::sameFirmware, NodeGates::nvlinkPairs);

    private static final List<GpuGate> GPU = List.of(
            IdentityGates::product,
            IdentityGates::memorySize,
            ModeGates::mig,
            ModeGates::persistence,
            ModeGates::ecc,
            OccupancyGates::memory,
            OccupancyGates::processes,
            IdentityGates::nvlinks,
            IdentityGates::pcie,
            StateGates::powerLimit,
            StateGates::slowdown,
            StateGates::otherReasons,
            StateGates::temperature,
            StateGates::clocks);

    private PreflightGates() {}

    /** Every gate once for the node, then gate by gate for the GPUs in use. */
    public static List<GateResult> evaluate(GpuInventory inventory, GateContext context) {
        List<GateResult> results = new ArrayList<>();
        for (NodeGate gate : NODE) {
            results.add(gate.check(inventory, context));
        }
        List<GpuInfo> used = inventory.gpus().stream()
                .filter(gpu -> context.uses(gpu.index()))
                .toList();
        for (GpuGate gate : GPU) {
            for (GpuInfo gpu : used) {
                results.add(gate.check(gpu, context));
            }
        }
        return List.copyOf(results);
    }

    /** The one gate that can be judged when nothing can be probed. */
    public static List<GateResult> unavailable(ProbeUnavailableException why) {
        Rule rule = Rule.node("LIB-1", "NVML loads and starts", why.nextStep());
        return List.of(rule.fail(why.seen() + "; tried " + String.join(", ", why.tried())));
    }
}
