package org.servedyno.probe.gate.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.servedyno.probe.gate.EventReasons;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuSample;

/** The gate on clocks held back by heat or power supply: by the reasons in the samples, and by the driver's own counters of time. */
final class SlowdownGates {
    private static final double SHARE = 0.01;

    /** Counters of time by what they count. */
    private static final Map<String, Function<GpuSample, Reading<Long>>> COUNTERS = new TreeMap<>(Map.of(
            "SwThermalSlowdown", GpuSample::swThermalSlowdownNs,
            "HwThermalSlowdown", GpuSample::hwThermalSlowdownNs,
            "HwPowerBrakeSlowdown", GpuSample::powerBrakeNs));

    private SlowdownGates() {}

    static GateResult slowdown(int gpu, List<GpuSample> samples) {
        Rule rule = Rule.gpu(
                "THR-1",
                gpu,
                "slowdown in at most 1 % of samples and of time",
                "check cooling and power supply, then run it again");
        List<Long> reasons = samples.stream()
                .flatMap(sample -> sample.eventReasons().toOptional().stream())
                .toList();
        Map<String, Double> shares = new TreeMap<>();
        COUNTERS.forEach((name, counter) -> share(samples, counter).ifPresent(share -> shares.put(name, share)));
        if (reasons.isEmpty() && shares.isEmpty()) {
            return rule.skip(TraceGates.absence(samples, GpuSample::eventReasons));
        }
        List<String> seen = new ArrayList<>();
        double worst = sampled(reasons, seen);
        for (Map.Entry<String, Double> share : shares.entrySet()) {
            worst = Math.max(worst, share.getValue());
            if (share.getValue() > 0) {
                seen.add(String.format(Locale.ROOT, "%s %.1f %% of the time", share.getKey(), share.getValue() * 100));
            }
        }
        return rule.failUnless(worst <= SHARE, seen.isEmpty() ? "none" : String.join(", ", seen));
    }

    /** The share of samples with a slowdown; says so in {@code seen}. */
    private static double sampled(List<Long> reasons, List<String> seen) {
        long union = 0;
        int slowed = 0;
        for (int i = 0; i < reasons.size(); i++) {
            long bits = slowdownBits(reasons, i);
            union |= bits;
            slowed += bits == 0 ? 0 : 1;
        }
        if (slowed == 0) {
            return 0;
        }
        double share = (double) slowed / reasons.size();
        seen.add(String.format(Locale.ROOT, "%s in %.1f %% of samples", EventReasons.describe(union), share * 100));
        return share;
    }

    /** The slowdown bits of one sample; a hardware slowdown seen once alone is a change of performance state. */
    private static long slowdownBits(List<Long> reasons, int at) {
        long bits = reasons.get(at) & EventReasons.SLOWDOWN;
        long before = at == 0 ? 0 : reasons.get(at - 1);
        long after = at == reasons.size() - 1 ? 0 : reasons.get(at + 1);
        boolean alone = ((before | after) & EventReasons.HW_SLOWDOWN) == 0;
        return alone && bits == EventReasons.HW_SLOWDOWN ? 0 : bits;
    }

    /** The share of time that a counter rose by; empty without two values, or when it ever fell. */
    private static OptionalDouble share(List<GpuSample> samples, Function<GpuSample, Reading<Long>> counter) {
        List<GpuSample> counted = samples.stream()
                .filter(sample -> counter.apply(sample).toOptional().isPresent())
                .toList();
        if (counted.size() < 2) {
            return OptionalDouble.empty();
        }
        for (int i = 1; i < counted.size(); i++) {
            if (value(counted.get(i), counter) < value(counted.get(i - 1), counter)) {
                return OptionalDouble.empty();
            }
        }
        GpuSample first = counted.get(0);
        GpuSample last = counted.get(counted.size() - 1);
        long risenNs = value(last, counter) - value(first, counter);
        return OptionalDouble.of((double) risenNs / (last.monotonicNs() - first.monotonicNs()));
    }

    private static long value(GpuSample sample, Function<GpuSample, Reading<Long>> counter) {
        return counter.apply(sample).toOptional().orElseThrow();
    }
}
