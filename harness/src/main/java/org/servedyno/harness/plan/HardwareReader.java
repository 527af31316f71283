package org.servedyno.harness.plan;

import java.util.List;
import java.util.Optional;
import org.servedyno.harness.plan.document.Section;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.Defaults;
import org.servedyno.harness.plan.words.PlanKeys;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.probe.sim.SimulatedProbe;
import org.servedyno.results.model.Hardware;

/** Reads {@code hardware}. */
final class HardwareReader {
    private static final int MOST_GPUS = 64;
    private static final String NONE = "none";

    private HardwareReader() {}

    /**
     * @param simulated whether the plan's engines are simulated
     * @param neededGpus GPUs that the widest configuration spreads over, at least 1
     */
    static Hardware read(Optional<Value> hardware, boolean simulated, int neededGpus) {
        if (hardware.isEmpty()) {
            return simulated
                    ? new Hardware.Simulated(Defaults.SIM_CHIP, neededGpus)
                    : new Hardware.None("the plan names no hardware");
        }
        Value value = hardware.get();
        if (!value.isMapping()) {
            value.oneOf("hardware", List.of(NONE));
            return new Hardware.None("the plan says hardware: none");
        }
        return value.section("hardware", PlanKeys.HARDWARE, PlanKeys.homesOutside("hardware"))
                .map(section -> gpus(section, simulated, neededGpus))
                .orElseGet(() -> new Hardware.None("the plan's hardware can't be read"));
    }

    private static Hardware gpus(Section section, boolean simulated, int neededGpus) {
        String profile = section.require("expect")
                .flatMap(v -> v.oneOf("hardware", simulated ? SimulatedProbe.chips() : HardwareProfiles.names()))
                .orElse(Defaults.SIM_CHIP);
        int gpus = section.get("gpus")
                .map(v -> v.smallNumber(1, MOST_GPUS).orElse(neededGpus))
                .orElse(neededGpus);
        if (gpus < neededGpus) {
            section.get("gpus")
                    .ifPresent(v ->
                            v.problem("gpus is " + gpus + ", but a configuration has tensor-parallel: " + neededGpus));
        }
        List<String> devices = section.get("devices").map(Value::words).orElse(List.of());
        section.get("devices").ifPresent(v -> checkDevices(v, devices, simulated, gpus));
        return simulated ? new Hardware.Simulated(profile, gpus) : new Hardware.Gpus(profile, gpus, devices);
    }

    private static void checkDevices(Value value, List<String> devices, boolean simulated, int gpus) {
        if (simulated) {
            value.keyProblem("devices names real GPUs, and this plan's engines are simulated", Optional.empty());
        } else if (devices.size() != gpus || devices.stream().distinct().count() != gpus) {
            value.problem("devices must name " + gpus + " different GPUs, as gpus says");
        }
    }
}
