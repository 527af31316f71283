package org.servedyno.probe.gate.counter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.info.NvLinks.Lane;

/**
 * One GPU at two moments.
 *
 * @param before as it was
 * @param after as it is
 * @param elapsed the time between them
 */
record Interval(GpuInfo before, GpuInfo after, Duration elapsed) {
    static final String BACKWARDS = "a counter went backwards: the driver was loaded anew in between";

    /** Both clocks drift and are set, but never by this much in the time of a trial. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

    /** The time between two looks, unless the clocks contradict each other, as after a restart of the node. */
    static Reading<Duration> between(GpuInventory before, GpuInventory after) {
        Duration monotonic =
                Duration.ofNanos(after.readAt().monotonicNs() - before.readAt().monotonicNs());
        Duration wall = Duration.between(before.readAt().wall(), after.readAt().wall());
        boolean agree = monotonic.minus(wall).abs().compareTo(CLOCK_TOLERANCE) <= 0;
        return agree && !monotonic.isNegative() && !monotonic.isZero()
                ? Reading.of(monotonic)
                : Reading.absent("the node was restarted or its clock was set since the look before");
    }

    /** By how much a counter of the GPU rose. */
    Reading<Long> rise(Function<GpuInfo, Reading<Long>> counter) {
        return rise(counter.apply(before), counter.apply(after));
    }

    private static Reading<Long> rise(Reading<Long> from, Reading<Long> to) {
        if (from.toOptional().isEmpty()) {
            return from;
        }
        long start = from.toOptional().get();
        return to.toOptional().filter(end -> end < start).isPresent()
                ? Reading.absent(BACKWARDS)
                : to.map(end -> end - start);
    }

    /** By how much a counter of the links rose, all links together. */
    Reading<Long> riseOfLanes(Function<Lane, Reading<Long>> counter) {
        if (before.nvlink().lanes().toOptional().isEmpty()) {
            return before.nvlink().lanes().map(lanes -> 0L);
        }
        List<Lane> earlier = before.nvlink().lanes().toOptional().get();
        return after.nvlink().lanes().toOptional().isEmpty()
                ? after.nvlink().lanes().map(lanes -> 0L)
                : sum(earlier, after.nvlink().lanes().toOptional().get(), counter);
    }

    private static Reading<Long> sum(List<Lane> earlier, List<Lane> later, Function<Lane, Reading<Long>> counter) {
        List<Reading<Long>> rises = new ArrayList<>();
        for (Lane lane : later) {
            earlier.stream()
                    .filter(other -> other.link() == lane.link())
                    .forEach(other -> rises.add(rise(counter.apply(other), counter.apply(lane))));
        }
        if (rises.isEmpty()) {
            return Reading.absent("no NVLink was there both times");
        }
        for (Reading<Long> rise : rises) {
            if (rise.toOptional().isEmpty()) {
                return rise;
            }
        }
        return Reading.of(rises.stream()
                .mapToLong(rise -> rise.toOptional().orElseThrow())
                .sum());
    }

    double perSecond(long rise) {
        return rise * 1e9 / elapsed.toNanos();
    }

    double perMinute(long rise) {
        return rise * 60e9 / elapsed.toNanos();
    }
}
