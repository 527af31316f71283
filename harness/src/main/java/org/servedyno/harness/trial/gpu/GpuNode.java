package org.servedyno.harness.trial.gpu;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.servedyno.probe.gate.counter.CounterGates;
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
 * The GPUs of a study's node, looked at before and after each trial. The look after a trial is what the next one's gates on counters
 * begin from. Each look is a probe of its own, closed before anything is measured. Used by one thread.
 */
public final class GpuNode {
    private final Hardware hardware;
    private final Optional<ProbeSource> source;
    private Optional<GpuInventory> last = Optional.empty();

    /**
     * @param hardware what the plan says of it
     * @param nodeState the simulated node's state file; empty for real hardware and for none
     */
    public GpuNode(Hardware hardware, Optional<Path> nodeState) {
        this.hardware = hardware;
        this.source = source(hardware, nodeState);
    }

    private static Optional<ProbeSource> source(Hardware hardware, Optional<Path> nodeState) {
        if (hardware instanceof Hardware.Simulated simulated) {
            return Optional.of(new ProbeSource.Simulated(simulated.profile(), simulated.gpus(), nodeState));
        }
        return hardware instanceof Hardware.Gpus
                ? Optional.of(new ProbeSource.Nvml(Optional.empty()))
                : Optional.empty();
    }

    /** Where readings come from; empty where the plan names no hardware. */
    public Optional<ProbeSource> source() {
        return source;
    }

    /**
     * Looks at the GPUs and judges them; takes milliseconds.
     *
     * @param environment the variables that the engine will be given
     */
    public GpuPreflight before(Map<String, String> environment) {
        if (source.isEmpty()) {
            return new GpuPreflight(Reading.absent(((Hardware.None) hardware).reason()), List.of(), List.of());
        }
        try (GpuProbe probe = GpuProbes.open(source.get())) {
            GpuInventory inventory = probe.inventory();
            List<GpuInfo> used = GpuPreflight.choose(inventory, hardware);
            GateContext context = context(used, probe.sample()).withEnvironment(environment);
            List<GateResult> gates = new ArrayList<>(
                    PreflightGates.evaluate(inventory, last.map(context::after).orElse(context)));
            if (hardware instanceof Hardware.Gpus wanted) {
                gates.add(GpuPreflight.enough(wanted, used));
            }
            last = Optional.of(inventory);
            return new GpuPreflight(Reading.of(inventory), used, List.copyOf(gates));
        } catch (ProbeUnavailableException e) {
            return new GpuPreflight(
                    Reading.absent(e.seen() + "; next: " + e.nextStep()), List.of(), PreflightGates.unavailable(e));
        }
    }

    private GateContext context(List<GpuInfo> used, List<GpuSample> samples) {
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

    /** Looks who is on the GPUs; empty where nobody can tell. */
    Optional<GpuOwners> owners() {
        if (source.isEmpty()) {
            return Optional.empty();
        }
        try (GpuProbe probe = GpuProbes.open(source.get())) {
            return Optional.of(GpuOwners.of(probe.occupants()));
        } catch (ProbeUnavailableException e) {
            return Optional.empty(); // the look after the trial says so
        }
    }

    /** Looks at the GPUs again and judges what has changed since the preflight; nothing where nothing was seen then. */
    public List<GateResult> after(GpuPreflight preflight) {
        Optional<GpuInventory> start = preflight.inventory().toOptional();
        if (source.isEmpty() || start.isEmpty()) {
            return List.of();
        }
        List<Integer> used = preflight.used().stream().map(GpuInfo::index).toList();
        try (GpuProbe probe = GpuProbes.open(source.get())) {
            GpuInventory inventory = probe.inventory();
            last = Optional.of(inventory);
            return CounterGates.duringTrial(start.get(), inventory, used);
        } catch (ProbeUnavailableException e) {
            return CounterGates.gone(used, e.seen());
        }
    }
}
