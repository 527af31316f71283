package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Rule;
import org.servedyno.probe.gate.counter.CounterGates;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * The gates before a start. A gate whose value cannot be read is skipped and says why. Limits follow what NVIDIA's DCGM and
 * the fleet checkers of Meta, Azure and Lepton use.
 */
public final class PreflightGates {
    private static final List<NodeGate> NODE = List.of(
            LibraryGates::nvml,
            LibraryGates::driver,
            LibraryGates::cuda,
            LibraryGates::environment,
            NodeGates::count,
            NodeGates::sameFirmware,
            LinkGates::pairs);

    private static final List<GpuGate> GPU = List.of(
            IdentityGates::product,
            IdentityGates::memorySize,
            ModeGates::mig,
            ModeGates::persistence,
            ModeGates::computeMode,
            ModeGates::ecc,
            ModeGates::virtualization,
            HealthGates::uncorrected,
            HealthGates::corrected,
            HealthGates::remapPending,
            HealthGates::remapFailed,
            HealthGates::spareRows,
            HealthGates::sramThreshold,
            OccupancyGates::memory,
            OccupancyGates::processes,
            LinkGates::active,
            LinkGates::speed,
            LinkGates::remoteType,
            FabricGates::state,
            FabricGates::health,
            IdentityGates::pcie,
            StateGates::powerLimit,
            StateGates::slowdown,
            StateGates::otherReasons,
            StateGates::temperature,
            StateGates::clocks,
            HealthGates::recovery,
            HealthGates::inforom,
            SpeedGates::copies);

    private PreflightGates() {}

    /** Every gate once for the node, then gate by gate for the GPUs in use. */
    public static List<GateResult> evaluate(GpuInventory inventory, GateContext context) {
        Look look = new Look(inventory, context);
        List<GateResult> results = new ArrayList<>();
        for (NodeGate gate : NODE) {
            results.add(gate.check(look));
        }
        for (GpuGate gate : GPU) {
            for (GpuInfo gpu : look.used()) {
                results.add(gate.check(gpu, look));
            }
        }
        results.addAll(CounterGates.sinceLook(
                context.previous(),
                inventory,
                look.used().stream().map(GpuInfo::index).toList()));
        return List.copyOf(results);
    }

    /** The environment variables that a gate looks for. */
    public static List<String> environmentNames() {
        return LibraryGates.BAD_VARIABLES;
    }

    /** The one gate that can be judged when nothing can be probed. */
    public static List<GateResult> unavailable(ProbeUnavailableException why) {
        Rule rule = Rule.node("LIB-1", "NVML loads and starts", why.nextStep());
        return List.of(rule.fail(why.seen() + "; tried " + String.join(", ", why.tried())));
    }
}
