package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * ECC: whether it is on, and what it has counted. Volatile counters begin anew when the driver is loaded, aggregate ones never.
 *
 * @param enabled whether it is on
 * @param pending whether it will be on after the next reset
 * @param volatileUncorrected uncorrected errors of all memories
 * @param aggregateUncorrected uncorrected errors of all memories, over the board's life
 * @param volatileSramCorrected corrected errors in SRAM
 * @param volatileDramCorrected corrected errors in DRAM
 * @param sramThresholdExceeded whether the board counts as worn out for its SRAM errors; NVML tells root only
 */
public record EccState(
        Reading<Boolean> enabled,
        Reading<Boolean> pending,
        Reading<Long> volatileUncorrected,
        Reading<Long> aggregateUncorrected,
        Reading<Long> volatileSramCorrected,
        Reading<Long> volatileDramCorrected,
        Reading<Boolean> sramThresholdExceeded) {
    /** Nothing could be read, for this reason. */
    public static EccState absent(String reason) {
        return new EccState(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
