package org.servedyno.harness.trial.gpu;

import java.util.List;
import java.util.OptionalInt;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * The GPUs as they are found before a start.
 *
 * @param inventory what is there, or why nothing is looked at
 * @param used the GPUs the trial is given
 * @param gates what the gates say
 */
public record GpuPreflight(Reading<GpuInventory> inventory, List<GpuInfo> used, List<GateResult> gates) {
    /** The GPUs that a trial is given: free ones before others, of those that the plan allows. */
    static List<GpuInfo> choose(GpuInventory inventory, Hardware hardware) {
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
