package org.servedyno.results.metric.trace;

import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;

/**
 * What the trace of one GPU comes to.
 *
 * @param index NVML's index
 * @param uuid the GPU's UUID
 * @param product which chip it is
 * @param samples how many there are
 * @param utilizationPercent share of the time with a kernel resident, which says little of how busy the GPU was
 * @param smActivePercent share of SM cycles with work
 * @param tensorActivePercent share of cycles with a tensor core at work
 * @param dramActivePercent share of the DRAM's peak bandwidth
 * @param memoryUsedMiB device memory in use
 * @param powerWatts power, as the sensor averages it
 * @param temperatureC temperature
 * @param smMhz SM clock
 * @param energy energy
 * @param throttled what held the clocks down, and for how long; empty when nothing did
 * @param events what happened to it
 */
public record GpuSummary(
        int index,
        String uuid,
        Reading<String> product,
        long samples,
        Reading<Spread> utilizationPercent,
        Reading<Spread> smActivePercent,
        Reading<Spread> tensorActivePercent,
        Reading<Spread> dramActivePercent,
        Reading<Spread> memoryUsedMiB,
        Reading<Spread> powerWatts,
        Reading<Spread> temperatureC,
        Reading<Spread> smMhz,
        EnergyUse energy,
        Reading<List<ThrottleShare>> throttled,
        List<GpuEvent> events) {
    public GpuSummary {
        events = List.copyOf(events);
    }
}
