package org.servedyno.probe.gate.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/** The gates on what was recorded while a trial was measured. */
public final class TraceGates {
    private static final double MISSED_SHARE = 0.05;
    private static final long GAP_LIMIT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int GAP_PERIODS = 5;
    private static final double CLOCK_SHARE = 0.01;

    private TraceGates() {}

    /**
     * Judges a window. Samples outside it are ignored; events and looks at processes are taken from the start of the recording to the
     * window's end.
     *
     * @param samples of all GPUs, in the order of time
     * @param events what happened to the GPUs
     * @param occupants who was on the GPUs, in the order of time
     */
    public static List<GateResult> evaluate(
            List<GpuSample> samples, List<GpuEvent> events, List<GpuOccupants> occupants, TraceWindow window) {
        List<GateResult> results = new ArrayList<>();
        for (int gpu : window.gpus()) {
            List<GpuSample> own = samples.stream()
                    .filter(sample -> sample.gpu() == gpu)
                    .filter(sample ->
                            sample.monotonicNs() >= window.startNs() && sample.monotonicNs() <= window.endNs())
                    .toList();
            results.add(present(gpu, own));
            results.add(complete(gpu, own, window));
            results.add(SlowdownGates.slowdown(gpu, own));
            results.add(memoryClock(gpu, own));
            results.add(smClock(gpu, own, window));
            results.addAll(new EventGates(gpu, events, window).all());
            results.add(OccupantGates.strangers(gpu, occupants, window));
        }
        return List.copyOf(results);
    }

    /** Judges what happened to these GPUs at any time, where there may be no window to judge the rest in. */
    public static List<GateResult> happened(List<GpuEvent> events, List<Integer> gpus) {
        return gpus.stream()
                .flatMap(gpu -> EventGates.ever(gpu, events).all().stream())
                .toList();
    }

    /** The mean SM clock of a window's samples with work in them; empty without any. Blocks take the median of these. */
    public static OptionalDouble meanSmMhz(List<GpuSample> samples, int gpu) {
        return samples.stream()
                .filter(sample -> sample.gpu() == gpu)
                .filter(TraceGates::atWork)
                .flatMap(sample -> sample.smMhz().toOptional().stream())
                .mapToDouble(Integer::doubleValue)
                .average();
    }

    private static boolean atWork(GpuSample sample) {
        return sample.utilizationPercent()
                .toOptional()
                .map(percent -> percent > 0)
                .orElse(true);
    }

    /** What is to be said when there is no trace to judge: without one nobody knows in which state the GPUs were. */
    public static List<GateResult> unreadable(List<Integer> gpus, String seen) {
        return gpus.stream().map(gpu -> traceRule(gpu).fail(seen)).toList();
    }

    private static Rule traceRule(int gpu) {
        return Rule.gpu(
                "TRC-1",
                gpu,
                "a trace of the measured time",
                "see that the run directory can be written to, then run servedyno doctor");
    }

    private static GateResult present(int gpu, List<GpuSample> samples) {
        Rule rule = traceRule(gpu);
        return rule.failUnless(!samples.isEmpty(), samples.size() + " samples");
    }

    private static GateResult complete(int gpu, List<GpuSample> samples, TraceWindow window) {
        long gapLimitNs = Math.max(GAP_LIMIT_NS, GAP_PERIODS * window.periodNs());
        Rule rule = Rule.gpu(
                "TRC-2",
                gpu,
                String.format(Locale.ROOT, "at most 5 %% of samples missed, no gap over %.1f s", gapLimitNs / 1e9),
                "leave the recorder a core of its own");
        if (samples.isEmpty()) {
            return rule.skip("no samples");
        }
        long due = Math.max(1, (window.endNs() - window.startNs()) / window.periodNs());
        double missedShare = Math.max(0, 1 - (double) samples.size() / due);
        long gapNs = longestGapNs(samples, window);
        String seen =
                String.format(Locale.ROOT, "%d of %d samples, longest gap %.2f s", samples.size(), due, gapNs / 1e9);
        return missedShare > MISSED_SHARE || gapNs > gapLimitNs ? rule.suspect(seen) : rule.pass(seen);
    }

    private static long longestGapNs(List<GpuSample> samples, TraceWindow window) {
        long lastNs = window.startNs();
        long longestNs = 0;
        for (GpuSample sample : samples) {
            longestNs = Math.max(longestNs, sample.monotonicNs() - lastNs);
            lastNs = sample.monotonicNs();
        }
        return Math.max(longestNs, window.endNs() - lastNs);
    }

    private static GateResult memoryClock(int gpu, List<GpuSample> samples) {
        Rule rule = Rule.gpu("CLK-2", gpu, "one memory clock throughout", "reset the clocks: nvidia-smi -rmc");
        Set<Integer> clocksMhz = samples.stream()
                .flatMap(sample -> sample.memoryMhz().toOptional().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (clocksMhz.isEmpty()) {
            return rule.skip(absence(samples, GpuSample::memoryMhz));
        }
        String seen = clocksMhz.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " MHz";
        return rule.failUnless(clocksMhz.size() == 1, seen);
    }

    private static GateResult smClock(int gpu, List<GpuSample> samples, TraceWindow window) {
        Rule rule = Rule.gpu(
                "CLK-3",
                gpu,
                "mean SM clock at work within 1 % of the block's median",
                "compare power and temperature of the block's trials");
        OptionalDouble meanMhz = meanSmMhz(samples, gpu);
        if (meanMhz.isEmpty()) {
            return rule.skip("no sample with work and an SM clock");
        }
        Double medianMhz = window.medianSmMhz().get(gpu);
        if (medianMhz == null) {
            return rule.skip("the block's median is known only once all its trials have ended");
        }
        String seen = String.format(Locale.ROOT, "%.0f MHz, median %.0f MHz", meanMhz.getAsDouble(), medianMhz);
        boolean near = Math.abs(meanMhz.getAsDouble() - medianMhz) <= CLOCK_SHARE * medianMhz;
        return near ? rule.pass(seen) : rule.suspect(seen);
    }

    static <T> String absence(List<GpuSample> samples, Function<GpuSample, Reading<T>> field) {
        return samples.stream()
                .flatMap(sample -> field.apply(sample).absentReason().stream())
                .findFirst()
                .orElse("no samples");
    }
}
