package org.servedyno.probe.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.probe.sim.chip.ChipModel;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/** The probe of a simulated node. */
public final class SimulatedProbe implements GpuProbe {
    private final ChipModel chip;
    private final NodeAccess node;
    private final List<SimulatedGpu> gpus;

    private SimulatedProbe(ChipModel chip, NodeAccess node, int gpus) throws IOException {
        this.chip = chip;
        this.node = node;
        List<SimulatedGpu> all = new ArrayList<>();
        for (int i = 0; i < gpus; i++) {
            all.add(new SimulatedGpu(i, chip, node));
        }
        this.gpus = List.copyOf(all);
    }

    /** The hardware profiles that can be simulated. */
    public static List<String> chips() {
        return ChipModel.names();
    }

    /**
     * Opens it.
     *
     * @throws ProbeUnavailableException if the profile is not known or the state file cannot be used
     */
    public static SimulatedProbe open(ProbeSource.Simulated source) throws ProbeUnavailableException {
        Optional<HardwareProfile> facts =
                Optional.of(source.profile()).filter(chips()::contains).flatMap(HardwareProfiles::find);
        if (facts.isEmpty()) {
            throw new ProbeUnavailableException(
                    List.of("profile " + source.profile()),
                    "no hardware profile that can be simulated",
                    "choose one of " + String.join(", ", chips()));
        }
        try {
            return open(ChipModel.load(facts.get()), source);
        } catch (IOException e) {
            throw new ProbeUnavailableException(
                    List.of("state file "
                            + source.stateFile().map(Object::toString).orElse("(none)")),
                    String.valueOf(e),
                    "give the state file that the simulated engine was started with");
        }
    }

    private static SimulatedProbe open(ChipModel chip, ProbeSource.Simulated source) throws IOException {
        if (source.stateFile().isEmpty()) {
            return over(chip, new IdleNode(SimulatedNodeState::wallEpochNs), source.gpus());
        }
        SimulatedNodeState state = SimulatedNodeState.open(source.stateFile().get());
        if (state.gpus() < source.gpus()) {
            state.close();
            throw new IOException("it has " + state.gpus() + " GPUs, " + source.gpus() + " are asked for");
        }
        return over(chip, new SharedNode(state), source.gpus());
    }

    static SimulatedProbe over(ChipModel chip, NodeAccess node, int gpus) throws IOException {
        try {
            return new SimulatedProbe(chip, node, gpus);
        } catch (IOException | RuntimeException e) {
            node.close();
            throw e;
        }
    }

    @Override
    public GpuInventory inventory() {
        List<SimulatedGpu.Standing> standing = new ArrayList<>();
        try {
            for (SimulatedGpu gpu : gpus) {
                standing.add(gpu.standing());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated node cannot be read", e);
        }
        return SimulatedInventory.of(chip, standing);
    }

    @Override
    public List<GpuSample> sample() {
        List<GpuSample> samples = new ArrayList<>();
        try {
            for (SimulatedGpu gpu : gpus) {
                samples.add(gpu.sample());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated node cannot be read", e);
        }
        return List.copyOf(samples);
    }

    /** Nothing ever happens to a simulated GPU. */
    @Override
    public List<GpuEvent> events() {
        return List.of();
    }

    @Override
    public List<GpuOccupants> occupants() {
        return inventory().gpus().stream()
                .map(gpu -> new GpuOccupants(System.nanoTime(), gpu.index(), gpu.processes()))
                .toList();
    }

    @Override
    public void close() {
        try {
            node.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the simulated node's state file cannot be closed", e);
        }
    }
}
