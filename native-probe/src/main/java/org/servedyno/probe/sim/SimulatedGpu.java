package org.servedyno.probe.sim;

import java.io.IOException;
import org.servedyno.probe.sim.chip.Activity;
import org.servedyno.probe.sim.chip.ChipModel;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.probe.sim.chip.PowerState;
import org.servedyno.probe.sim.chip.SensorNoise;
import org.servedyno.probe.sim.chip.ThermalState;
import org.servedyno.probe.sim.chip.Thermals;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

/** One simulated GPU, as one probe sees it. Used by one thread at a time. */
final class SimulatedGpu {
    private final int index;
    private final ChipModel chip;
    private final NodeAccess node;
    private final Thermals thermals;
    private final SensorNoise noise;
    private GpuIntegrals lastIntegrals;
    private long lastEpochNs;
    private Activity lastActivity = Activity.IDLE;

    SimulatedGpu(int index, ChipModel chip, NodeAccess node) throws IOException {
        this.index = index;
        this.chip = chip;
        this.node = node;
        this.thermals = new Thermals(chip);
        this.noise = new SensorNoise(node.seed(), index);
        Look first = look();
        this.lastIntegrals = first.thermal().integrals();
        this.lastEpochNs = first.atEpochNs();
    }

    /** What is true at one moment. */
    private record Look(long atEpochNs, long pid, GpuIntegrals integrals, double memoryUsedMiB, ThermalState thermal) {}

    private Look look() throws IOException {
        PublishedState published = node.published(index);
        long nowEpochNs = node.nowEpochNs();
        boolean live = PublisherLiveness.live(published, nowEpochNs);
        // A live engine's totals are true for its last publish; what it does since then is not known yet.
        long atEpochNs = live ? Math.min(published.asOfEpochNs(), nowEpochNs) : nowEpochNs;
        ThermalState thermal = node.advance(index, thermals, atEpochNs, published.integrals());
        double usedMiB = chip.idleUsedMiB() + (live ? published.memoryUsedMiB() : 0);
        return new Look(atEpochNs, live ? published.pid() : 0, published.integrals(), usedMiB, thermal);
    }

    GpuSample sample() throws IOException {
        Look now = look();
        long stepNs = now.atEpochNs() - lastEpochNs;
        if (stepNs > 0) {
            lastActivity = Activity.over(now.integrals().minus(lastIntegrals), stepNs);
            lastIntegrals = now.integrals();
            lastEpochNs = now.atEpochNs();
        }
        PowerState power = PowerState.of(chip, lastActivity);
        return GpuSample.of(System.nanoTime(), index, SimulatedFacts.NOT_SIMULATED)
                .utilizationPercent(Reading.of(lastActivity.busy() * 100))
                .memoryUsedMiB(Reading.of(now.memoryUsedMiB()))
                .powerWatts(Reading.of(noise.power(power.watts())))
                .energyJoules(Reading.of(now.thermal().energyJoules()))
                .temperatureC(Reading.of((int) Math.round(now.thermal().temperatureC())))
                .smMhz(Reading.of(power.smMhz()))
                .memoryMhz(chip.facts().clocks().memoryMaxMhz())
                .eventReasons(Reading.of(power.eventReasons()))
                .smActivePercent(counter(lastActivity.sm() * 100))
                .tensorActivePercent(counter(lastActivity.tensor() * 100))
                .dramActivePercent(counter(lastActivity.dram() * 100))
                .pcieTxMiBps(Reading.of(lastActivity.pcieTxMiBps()))
                .pcieRxMiBps(Reading.of(lastActivity.pcieRxMiBps()))
                .build();
    }

    private Reading<Double> counter(double percent) {
        return chip.activityCounters()
                ? Reading.of(percent)
                : Reading.absent("this chip has no activity counters (GPM needs Hopper or later)");
    }

    /** Standing facts that change with the engine: memory, temperature, process. */
    record Standing(double memoryUsedMiB, int temperatureC, long pid) {}

    Standing standing() throws IOException {
        Look now = look();
        return new Standing(now.memoryUsedMiB(), (int) Math.round(now.thermal().temperatureC()), now.pid());
    }
}
