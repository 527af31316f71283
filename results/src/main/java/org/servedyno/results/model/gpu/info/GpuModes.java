package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * How a GPU is set.
 *
 * @param mig whether MIG is on
 * @param migPending whether MIG will be on after the next reset
 * @param persistence whether persistence mode is on
 * @param computeMode {@code DEFAULT}, {@code PROHIBITED}, {@code EXCLUSIVE_PROCESS}, or a number
 * @param virtualization {@code NONE}, {@code PASSTHROUGH}, {@code VGPU}, or another word of NVML or a number
 */
public record GpuModes(
        Reading<Boolean> mig,
        Reading<Boolean> migPending,
        Reading<Boolean> persistence,
        Reading<String> computeMode,
        Reading<String> virtualization) {
    /** Nothing could be read, for this reason. */
    public static GpuModes absent(String reason) {
        return new GpuModes(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
