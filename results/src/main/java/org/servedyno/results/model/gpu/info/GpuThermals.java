package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Temperatures now, and where the chip acts on them. The margin counts down to the highest temperature the chip is meant to run at;
 * the offsets are the margins, below 0, at which it slows down and shuts down.
 *
 * @param temperatureC the GPU's temperature
 * @param memoryTemperatureC the memory's temperature
 * @param marginC degrees left to the highest temperature it is meant to run at
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
