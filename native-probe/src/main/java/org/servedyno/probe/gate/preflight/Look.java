package org.servedyno.probe.gate.preflight;

import java.util.List;
import java.util.function.Function;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * All that a gate may look at.
 *
 * @param inventory the node
 * @param context what is expected of it
 */
record Look(GpuInventory inventory, GateContext context) {
    /** What a gate that compares with the product says when no product was named. */
    static final String NO_PROFILE = "no profile (--expect names one)";

    /** A fact of the hardware that is expected. */
    <T> Reading<T> expected(Function<HardwareProfile, Reading<T>> fact) {
        return context.profile().map(fact).orElseGet(() -> Reading.absent(NO_PROFILE));
    }

    /** The GPUs that the trial uses. */
    List<GpuInfo> used() {
        return inventory.gpus().stream()
                .filter(gpu -> context.uses(gpu.index()))
                .toList();
    }
}
