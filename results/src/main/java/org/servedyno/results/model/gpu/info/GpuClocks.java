package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Clocks, MHz, and what holds them back.
 *
 * @param smMaxMhz highest SM clock
 * @param memoryMaxMhz highest memory clock
 * @param graphicsMaxMhz highest graphics clock
 * @param videoMaxMhz highest video clock
 * @param smMhz SM clock now
 * @param memoryMhz memory clock now
 * @param eventReasons clock event reasons now, NVML's bit mask
 * @param performanceState P-state now, 0 the fastest
 */
public record GpuClocks(
        Reading<Integer> smMaxMhz,
        Reading<Integer> memoryMaxMhz,
        Reading<Integer> graphicsMaxMhz,
        Reading<Integer> videoMaxMhz,
        Reading<Integer> smMhz,
        Reading<Integer> memoryMhz,
        Reading<Long> eventReasons,
        Reading<Integer> performanceState) {
    /** Nothing could be read, for this reason. */
    public static GpuClocks absent(String reason) {
        return new GpuClocks(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
