package org.servedyno.results.metric.trace;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.stream.GpuTraceHeader;

/** Sums up one GPU. Used by one thread. */
final class GpuTally {
    private final GpuTraceHeader.Gpu gpu;
    private final SpreadTally utilization = new SpreadTally();
    private final SpreadTally smActive = new SpreadTally();
    private final SpreadTally tensorActive = new SpreadTally();
    private final SpreadTally dramActive = new SpreadTally();
    private final SpreadTally memoryUsed = new SpreadTally();
    private final SpreadTally power = new SpreadTally();
    private final SpreadTally temperature = new SpreadTally();
    private final SpreadTally smMhz = new SpreadTally();
    private final EnergyTally energy = new EnergyTally();
    private final ReasonTally reasons = new ReasonTally();
    private final List<GpuEvent> events = new ArrayList<>();
    private long samples;

    GpuTally(GpuTraceHeader.Gpu gpu) {
        this.gpu = gpu;
    }

    void add(GpuSample sample) {
        samples++;
        utilization.add(sample.utilizationPercent());
        smActive.add(sample.smActivePercent());
        tensorActive.add(sample.tensorActivePercent());
        dramActive.add(sample.dramActivePercent());
        memoryUsed.add(sample.memoryUsedMiB());
        power.add(sample.powerWatts());
        temperature.add(sample.temperatureC());
        smMhz.add(sample.smMhz());
        energy.add(sample);
        reasons.add(sample.eventReasons());
    }

    void add(GpuEvent event) {
        events.add(event);
    }

    GpuSummary summary() {
        return new GpuSummary(
                gpu.index(),
                gpu.uuid(),
                gpu.product(),
                samples,
                utilization.spread(),
                smActive.spread(),
                tensorActive.spread(),
                dramActive.spread(),
                memoryUsed.spread(),
                power.spread(),
                temperature.spread(),
                smMhz.spread(),
                energy.use(),
                reasons.shares(),
                events);
    }
}
