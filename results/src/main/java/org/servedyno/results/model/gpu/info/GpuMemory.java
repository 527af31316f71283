package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Device memory. {@code used} leaves out the driver's own reserve, so that total = reserved + used + free.
 *
 * @param totalMiB all of it
 * @param reservedMiB what the driver and firmware keep
 * @param usedMiB in use besides the reserve
 * @param freeMiB free
 * @param busWidthBits width of the memory bus
 * @param bar1TotalMiB BAR1 window
 * @param bar1UsedMiB BAR1 window in use
 */
public record GpuMemory(
        Reading<Double> totalMiB,
        Reading<Double> reservedMiB,
        Reading<Double> usedMiB,
        Reading<Double> freeMiB,
        Reading<Integer> busWidthBits,
        Reading<Double> bar1TotalMiB,
        Reading<Double> bar1UsedMiB) {
    /** Nothing could be read, for this reason. */
    public static GpuMemory absent(String reason) {
        return new GpuMemory(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
