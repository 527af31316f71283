package org.servedyno.results.metric.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.ClockReason;

/**
 * Counts the samples in which each clock event reason was at work. A hardware slowdown seen in one sample alone shows a change of
 * performance state, and does not count. Used by one thread.
 */
final class ReasonTally {
    private static final long HW_SLOWDOWN = ClockReason.HW_SLOWDOWN.bit();

    private final Map<Integer, Long> samplesByBit = new TreeMap<>();
    private String whyNone = "no sample";
    private long samples;
    private long before;
    private long held;

    void add(Reading<Long> reasons) {
        reasons.absentReason().ifPresent(reason -> whyNone = reason);
        reasons.toOptional().ifPresent(mask -> {
            count(mask);
            before = held;
            held = mask;
            samples++;
        });
    }

    /** Counts the held sample, now that both of its neighbours are known. */
    private void count(long after) {
        boolean alone = ((before | after) & HW_SLOWDOWN) == 0;
        long counted = alone ? held & ~HW_SLOWDOWN : held;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            if ((counted >>> bit & 1) != 0) {
                samplesByBit.merge(bit, 1L, Long::sum);
            }
        }
    }

    /** The share of samples in percent of each reason but idleness; empty when there was none. To be called once, after the last sample. */
    Reading<List<ThrottleShare>> shares() {
        if (samples == 0) {
            return Reading.absent(whyNone);
        }
        count(0);
        List<ThrottleShare> shares = new ArrayList<>();
        samplesByBit.forEach((bit, count) -> {
            long mask = 1L << bit;
            if (mask != ClockReason.GPU_IDLE.bit()) {
                shares.add(new ThrottleShare(ClockReason.names(mask).get(0), 100.0 * count / samples));
            }
        });
        return Reading.of(shares);
    }
}
