package org.servedyno.probe.nvml.watch;

import java.util.Optional;
import org.servedyno.results.model.Reading;

/**
 * The rate of a counter that should only rise. One that fell has wrapped or was reset: that interval has no rate. Used by one thread.
 */
final class CounterRate {
    private static final double NS_PER_SECOND = 1e9;

    private Optional<Look> last = Optional.empty();
    private boolean fell;

    private record Look(long count, long atNs) {}

    /** The rise a second since the call before; absent for the first one, and when the counter cannot be read. */
    Reading<Double> perSecond(Reading<Long> counter, long atNs) {
        Optional<Look> before = last;
        fell = false;
        last = counter.toOptional().map(count -> new Look(count, atNs));
        if (last.isEmpty()) {
            return counter.map(Long::doubleValue);
        }
        if (before.isEmpty()) {
            return Reading.absent("a rate needs two looks");
        }
        long rise = last.get().count() - before.get().count();
        long tookNs = atNs - before.get().atNs();
        fell = rise < 0;
        if (fell || tookNs <= 0) {
            return Reading.absent("the counter fell: it wrapped or was reset");
        }
        return Reading.of(rise * NS_PER_SECOND / tookNs);
    }

    /** Whether the counter fell between the last two calls. */
    boolean fell() {
        return fell;
    }
}
