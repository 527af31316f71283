package org.servedyno.probe.sim;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.probe.sim.chip.ChipModel;
import org.servedyno.probe.sim.chip.GpuIntegrals;

/** A node on a clock that only the test moves. */
final class SimulatedNode {
    private final AtomicLong nowNs = new AtomicLong(TimeUnit.DAYS.toNanos(20_000));
    private final Path file;

    SimulatedNode(Path file, int gpus) throws IOException {
        SimulatedNodeState.create(file, gpus).close();
        this.file = file;
    }

    SimulatedNodeState state() throws IOException {
        return SimulatedNodeState.open(file, nowNs::get);
    }

    SimulatedProbe probe(String profile, int gpus) throws IOException {
        ChipModel chip = ChipModel.load(HardwareProfiles.find(profile).orElseThrow());
        return SimulatedProbe.over(chip, new SharedNode(state()), gpus);
    }

    void pass(Duration time) {
        nowNs.addAndGet(time.toNanos());
    }

    /** Shares of one GPU's peaks. */
    record Load(double busy, double sm, double tensor, double dram) {
        GpuIntegrals over(Duration time) {
            double ns = time.toNanos();
            return new GpuIntegrals(
                    Math.round(busy * ns),
                    Math.round(sm * ns),
                    Math.round(tensor * ns),
                    Math.round(dram * ns),
                    Math.round(time.toMillis() * 1024.0),
                    Math.round(time.toMillis() * 2048.0));
        }
    }
}
