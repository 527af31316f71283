package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * What the driver says must be done to a GPU.
 *
 * @param recoveryAction {@code none}, {@code reset}, {@code reboot}, {@code drain-p2p}, {@code drain+reset}, {@code imex}, or a
 *     number
 * @param inforomIntact whether the inforom is whole
 */
public record GpuRepair(Reading<String> recoveryAction, Reading<Boolean> inforomIntact) {
    /** Nothing could be read, for this reason. */
    public static GpuRepair absent(String reason) {
        return new GpuRepair(Reading.absent(reason), Reading.absent(reason));
    }
}
