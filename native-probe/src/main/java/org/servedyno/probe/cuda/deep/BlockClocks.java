package org.servedyno.probe.cuda.deep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the blocks of a kernel saw of the clock; the median of all blocks.
 *
 * @param cycles that a block took, by its SM's counter
 * @param smMhz the clock of its SM, by its counter against the device's nanoseconds
 */
record BlockClocks(double cycles, double smMhz) {
    /** Values of a block: first cycle, last cycle, first nanosecond, last nanosecond. */
    static final int VALUES_A_BLOCK = 4;

    private static final double CYCLES_A_NS_TO_MHZ = 1_000;

    static BlockClocks of(long[] values) {
        List<Double> cycles = new ArrayList<>();
        List<Double> clocks = new ArrayList<>();
        for (int at = 0; at < values.length; at += VALUES_A_BLOCK) {
            double taken = values[at + 1] - values[at];
            cycles.add(taken);
            clocks.add(taken / (values[at + 3] - values[at + 2]) * CYCLES_A_NS_TO_MHZ);
        }
        Collections.sort(cycles);
        Collections.sort(clocks);
        return new BlockClocks(DeviceTimer.median(cycles), DeviceTimer.median(clocks));
    }
}
