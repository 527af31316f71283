package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Temperatures now, and where the chip acts on them. Margins and offsets count from the slowdown point as NVML gives them,
 * signed.
 *
 * @param temperatureC the GPU's temperature
 * @param memoryTemperatureC the memory's temperature
 * @param marginC degrees left until the chip slows down
 * @param slowdownOffsetC margin at which the hardware slows down
 * @param shutdownOffsetC margin at which it shuts down
 * @param slowdownC temperature at which the hardware slows down
 * @param shutdownC temperature at which it shuts down
 */
public record GpuThermals(
        Reading<Integer> temperatureC,
        Reading<Integer> memoryTemperatureC,
        Reading<Integer> marginC,
        Reading<Integer> slowdownOffsetC,
        Reading<Integer> shutdownOffsetC,
        Reading<Integer> slowdownC,
        Reading<Integer> shutdownC) {
    /** Nothing could be read, for this reason. */
    public static GpuThermals absent(String reason) {
        return new GpuThermals(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
