package org.servedyno.probe.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;

/** Sees counters fall that should only rise: the driver was loaded anew, or the GPU was reset. Used by one thread. */
final class CounterWatch {
    private static final List<Counter> COUNTERS = List.of(
            new Counter("energyJoules", sample -> sample.energyJoules().toOptional()),
            new Counter(
                    "swThermalSlowdownNs",
                    sample -> whole(sample.swThermalSlowdownNs().toOptional())),
            new Counter(
                    "hwThermalSlowdownNs",
                    sample -> whole(sample.hwThermalSlowdownNs().toOptional())),
            new Counter("powerBrakeNs", sample -> whole(sample.powerBrakeNs().toOptional())));

    private final Map<Place, Double> last = new HashMap<>();

    private record Counter(String name, Function<GpuSample, Optional<Double>> value) {}

    private record Place(int gpu, String counter) {}

    private static Optional<Double> whole(Optional<Long> value) {
        return value.map(Long::doubleValue);
    }

    /** The counters of a look that fell since the look before. */
    List<GpuEvent> resets(List<GpuSample> look) {
        List<GpuEvent> events = new ArrayList<>();
        for (GpuSample sample : look) {
            for (Counter counter : COUNTERS) {
                counter.value().apply(sample).ifPresent(now -> {
                    Double before = last.put(new Place(sample.gpu(), counter.name()), now);
                    if (before != null && now < before) {
                        events.add(reset(sample, counter.name(), before, now));
                    }
                });
            }
        }
        return events;
    }

    private static GpuEvent reset(GpuSample sample, String counter, double before, double now) {
        return new GpuEvent(
                sample.monotonicNs(),
                OptionalInt.of(sample.gpu()),
                GpuEvent.Kind.COUNTER_RESET,
                OptionalLong.empty(),
                String.format(Locale.ROOT, "%s fell from %.0f to %.0f", counter, before, now));
    }
}
