package org.servedyno.probe.gate.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Records;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * A node on which every gate passes, until something of it is changed.
 *
 * @param inventory the node
 * @param context what is expected of it
 */
record HealthyNode(GpuInventory inventory, GateContext context) {
    /** The GPU that {@link #with} changes. */
    static final int CHANGED = 1;

    static HealthyNode of(String profile, int gpus) {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated(profile, gpus, Optional.empty()))) {
            GateContext context = GateContext.nothingExpected(probe.sample())
                    .expecting(HardwareProfiles.find(profile), OptionalInt.of(gpus));
            return new HealthyNode(probe.inventory(), context);
        } catch (ProbeUnavailableException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The node with one fact of one GPU changed. */
    HealthyNode with(String fact, Object value) {
        List<GpuInfo> gpus = new ArrayList<>(inventory.gpus());
        gpus.set(CHANGED, Records.with(gpus.get(CHANGED), fact, value));
        return withNode("gpus", gpus);
    }

    /** The node with one fact of all its GPUs changed. */
    HealthyNode withAll(String fact, Object value) {
        return withNode(
                "gpus",
                inventory.gpus().stream()
                        .map(gpu -> Records.with(gpu, fact, value))
                        .toList());
    }

    HealthyNode withNode(String fact, Object value) {
        return new HealthyNode(Records.with(inventory, fact, value), context);
    }

    HealthyNode in(UnaryOperator<GateContext> change) {
        return new HealthyNode(inventory, change.apply(context));
    }

    List<GateResult> gates() {
        return PreflightGates.evaluate(inventory, context);
    }

    GateResult gate(String id, int gpu) {
        return gate(id, OptionalInt.of(gpu));
    }

    /** What a gate says of the changed GPU, or of the node. */
    GateResult gate(String id) {
        boolean node = gates().stream()
                .anyMatch(result -> result.id().equals(id) && result.gpu().isEmpty());
        return gate(id, node ? OptionalInt.empty() : OptionalInt.of(CHANGED));
    }

    private GateResult gate(String id, OptionalInt gpu) {
        return gates().stream()
                .filter(result -> result.id().equals(id) && result.gpu().equals(gpu))
                .findFirst()
                .orElseThrow();
    }
}
