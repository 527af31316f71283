package org.servedyno.harness.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.sim.SimulatedProbe;

/**
 * Which GPUs a command is to look at: real ones, or simulated ones.
 *
 * @param chip of {@code --simulate}
 * @param simulatedGpus how many to simulate, where it was said
 * @param nvml of {@code --nvml}
 */
record GpuSource(
        @Nullable String chip,
        @Nullable Integer simulatedGpus,
        @Nullable Path nvml) {
    /** Adds that there is no such simulated chip. */
    void refuseUnknownChip(List<String> problems) {
        if (chip != null && !SimulatedProbe.chips().contains(chip)) {
            problems.add("--simulate: there is no simulated \"" + chip + "\"; known are "
                    + String.join(", ", SimulatedProbe.chips()));
        }
    }

    /** Adds that a library was named for GPUs that need none. */
    void refuseLibrary(List<String> problems) {
        if (chip != null && nvml != null) {
            problems.add("--simulate reads no library: leave out --nvml or --simulate");
        }
    }

    ProbeSource source() {
        if (chip != null) {
            return new ProbeSource.Simulated(chip, simulatedGpus == null ? 1 : simulatedGpus, Optional.empty());
        }
        return new ProbeSource.Nvml(Optional.ofNullable(nvml));
    }
}
