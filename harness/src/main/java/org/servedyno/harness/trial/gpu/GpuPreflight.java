package org.servedyno.harness.trial.gpu;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.ContainerCheck;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * The GPUs as they are found before a start.
 *
 * @param inventory what is there, or why nothing is looked at
 * @param used the GPUs the trial is given
 * @param gates what the gates say
 */
public record GpuPreflight(Reading<GpuInventory> inventory, List<GpuInfo> used, List<GateResult> gates) {
    /** Looks at the GPUs and judges them; takes milliseconds. */
    public static GpuPreflight check(Hardware hardware, Optional<Path> nodeState) {
        Optional<ProbeSource> source = source(hardware, nodeState);
        if (source.isEmpty()) {
            return new GpuPreflight(Reading.absent(((Hardware.None) hardware).reason()), List.of(), List.of());
        }
        try (GpuProbe probe = GpuProbes.open(source.get())) {
            GpuInventory inventory = probe.inventory();
            List<GpuInfo> used = choose(inventory, hardware);
            List<GateResult> gates =
                    new ArrayList<>(PreflightGates.evaluate(inventory, context(hardware, used, probe.sample())));
            if (hardware instanceof Hardware.Gpus wanted) {
                gates.add(enough(wanted, used));
            }
            return new GpuPreflight(Reading.of(inventory), used, List.copyOf(gates));
        } catch (ProbeUnavailableException e) {
            return new GpuPreflight(
                    Reading.absent(e.seen() + "; next: " + e.nextStep()), List.of(), PreflightGates.unavailable(e));
        }
    }

    /** Where readings of this hardware come from; empty for none. */
    public static Optional<ProbeSource> source(Hardware hardware, Optional<Path> nodeState) {
        if (hardware instanceof Hardware.Simulated simulated) {
            return Optional.of(new ProbeSource.Simulated(simulated.profile(), simulated.gpus(), nodeState));
        }
        return hardware instanceof Hardware.Gpus
                ? Optional.of(new ProbeSource.Nvml(Optional.empty()))
                : Optional.empty();
    }

    private static GateContext context(Hardware hardware, List<GpuInfo> used, List<GpuSample> samples) {
        Optional<HardwareProfile> profile = Optional.empty();
        OptionalInt count = OptionalInt.empty();
        if (hardware instanceof Hardware.Simulated simulated) {
            profile = HardwareProfiles.find(simulated.profile());
            count = OptionalInt.of(simulated.gpus());
        } else if (hardware instanceof Hardware.Gpus gpus) {
            profile = HardwareProfiles.find(gpus.profile());
        }
        Set<Integer> indices = used.stream().map(GpuInfo::index).collect(Collectors.toSet());
        return GateContext.nothingExpected(samples)
                .expecting(profile, count)
                .using(indices)
                .from(ContainerCheck.inContainer(), Set.of());
    }

    private static List<GpuInfo> choose(GpuInventory inventory, Hardware hardware) {
        if (hardware instanceof Hardware.Gpus gpus) {
            List<GpuInfo> allowed = inventory.gpus().stream()
                    .filter(gpu -> gpus.devices().isEmpty() || names(gpus.devices(), gpu))
                    .toList();
            List<GpuInfo> free = allowed.stream().filter(GpuPreflight::isFree).toList();
            List<GpuInfo> candidates = free.size() >= gpus.gpus() ? free : allowed;
            return candidates.stream().limit(gpus.gpus()).toList();
        }
        return inventory.gpus();
    }

    /** An engine that is given fewer GPUs than the plan says would measure another configuration. */
    public static GateResult enough(Hardware.Gpus wanted, List<GpuInfo> used) {
        boolean enough = used.size() >= wanted.gpus();
        return new GateResult(
                "INV-5",
                OptionalInt.empty(),
                enough ? GateResult.Status.PASS : GateResult.Status.FAIL,
                enough ? GateResult.Effect.NONE : GateResult.Effect.INVALID,
                "the " + wanted.gpus() + " GPUs of the plan"
                        + (wanted.devices().isEmpty() ? "" : ", out of " + wanted.devices()),
                used.size() + " found",
                enough ? "" : "lower the plan's gpus, or mend its devices");
    }

    private static boolean names(List<String> devices, GpuInfo gpu) {
        return devices.contains(gpu.uuid()) || devices.contains(Integer.toString(gpu.index()));
    }

    private static boolean isFree(GpuInfo gpu) {
        return gpu.processes().toOptional().map(List::isEmpty).orElse(true);
    }
}
