package org.servedyno.results.metric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * What the GPUs did during one pass.
 *
 * @param startNs start of the pass, on the monotonic clock of the trace
 * @param endNs end of the pass, on the monotonic clock of the trace
 */
public record GpuWindow(long startNs, long endNs) {
    private static final String UTILIZATION = "gpu-utilization-mean";
    private static final String SM_ACTIVE = "gpu-sm-active-mean";
    private static final String POWER = "gpu-power-mean";
    private static final String ENERGY = "gpu-energy";
    private static final String ENERGY_PER_TOKEN = "energy-per-token";
    private static final String TOKENS_PER_JOULE = "tokens-per-joule";

    static final List<Metric> DEFINITIONS = List.of(
            new Metric(
                    UTILIZATION,
                    "GPU utilization",
                    "%",
                    Metric.Better.NEITHER,
                    "mean over the samples of the pass and the trial's GPUs of NVML's utilization",
                    "utilizationPercent"),
            new Metric(
                    SM_ACTIVE,
                    "SM active",
                    "%",
                    Metric.Better.NEITHER,
                    "mean over the samples of the pass and the trial's GPUs",
                    "smActivePercent"),
            new Metric(
                    POWER,
                    "GPU power",
                    "W",
                    Metric.Better.LOWER,
                    "mean over the samples of the pass and the trial's GPUs, so for one GPU",
                    "powerWatts"),
            new Metric(
                    ENERGY,
                    "GPU energy",
                    "J",
                    Metric.Better.LOWER,
                    "difference of the energy counter between start and end of the pass (linear between samples), summed over the"
                            + " trial's GPUs",
                    "energyJoules"),
            new Metric(
                    ENERGY_PER_TOKEN,
                    "Energy per output token",
                    "J/tok",
                    Metric.Better.LOWER,
                    "gpu-energy / output tokens of successful requests",
                    "energyJoules, outputTokens"),
            new Metric(
                    TOKENS_PER_JOULE,
                    "Output tokens per joule",
                    "tok/J",
                    Metric.Better.HIGHER,
                    "output tokens of successful requests / gpu-energy",
                    "energyJoules, outputTokens"));

    public GpuWindow {
        if (endNs <= startNs) {
            throw new IllegalArgumentException("a window ends after it starts");
        }
    }

    /**
     * The window of a pass in a trace. The two clocks are joined through the wall clock, because they belong to two processes.
     *
     * @param pass a pass that lasted
     * @param traceAnchor both clocks of the recorder
     */
    public static GpuWindow of(Pass pass, ClockAnchor traceAnchor) {
        ClockAnchor load = pass.startAnchor();
        return new GpuWindow(
                traceAnchor.monotonicAt(load.wallAt(pass.startMonotonicNs())),
                traceAnchor.monotonicAt(load.wallAt(pass.endMonotonicNs())));
    }

    /**
     * Every GPU metric by id; one that can't be computed is there, absent with the reason.
     *
     * @param trace samples of all GPUs of the trial, also from before and after the window
     * @param outputTokens output tokens of the pass's successful requests
     */
    public Map<String, MetricValue> metrics(List<GpuSample> trace, long outputTokens) {
        List<GpuSample> inside = trace.stream()
                .filter(s -> s.monotonicNs() >= startNs && s.monotonicNs() <= endNs)
                .toList();
        Map<String, MetricValue> metrics = new TreeMap<>();
        metrics.put(UTILIZATION, mean(inside, GpuSample::utilizationPercent, "%"));
        metrics.put(SM_ACTIVE, mean(inside, GpuSample::smActivePercent, "%"));
        metrics.put(POWER, mean(inside, GpuSample::powerWatts, "W"));
        Reading<Double> energyJoules = energyJoules(trace);
        metrics.put(ENERGY, new MetricValue(energyJoules, "J", inside.size()));
        metrics.put(
                ENERGY_PER_TOKEN,
                quotient(energyJoules, "J/tok", outputTokens, joules -> joules / outputTokens, outputTokens > 0));
        metrics.put(
                TOKENS_PER_JOULE,
                quotient(energyJoules, "tok/J", outputTokens, joules -> outputTokens / joules, outputTokens > 0));
        return metrics;
    }

    private static MetricValue mean(List<GpuSample> inside, Function<GpuSample, Reading<Double>> field, String unit) {
        double[] values = inside.stream()
                .flatMap(sample -> field.apply(sample).toOptional().stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (values.length > 0) {
            return MetricValue.of(NumpyStatistics.mean(values), unit, values.length);
        }
        String reason = inside.stream()
                .flatMap(sample -> field.apply(sample).absentReason().stream())
                .findFirst()
                .orElse("no sample within the pass");
        return new MetricValue(Reading.absent(reason), unit, 0);
    }

    private static MetricValue quotient(
            Reading<Double> energyJoules, String unit, long n, Function<Double, Double> formula, boolean hasTokens) {
        if (!hasTokens) {
            return new MetricValue(Reading.absent(PassMetrics.NONE_SUCCEEDED), unit, 0);
        }
        if (energyJoules.toOptional().filter(joules -> joules <= 0).isPresent()) {
            return new MetricValue(Reading.absent("the energy counter stood still"), unit, 0);
        }
        return new MetricValue(energyJoules.map(formula), unit, n);
    }

    private Reading<Double> energyJoules(List<GpuSample> trace) {
        Map<Integer, List<GpuSample>> byGpu =
                trace.stream().collect(Collectors.groupingBy(GpuSample::gpu, TreeMap::new, Collectors.toList()));
        if (byGpu.isEmpty()) {
            return Reading.absent("the trace is empty");
        }
        double joules = 0;
        for (List<GpuSample> samples : byGpu.values()) {
            Reading<Double> one = EnergyCounter.of(samples).joulesBetween(startNs, endNs);
            if (one.toOptional().isEmpty()) {
                return one;
            }
            joules += one.toOptional().get();
        }
        return Reading.of(joules);
    }

    /** The energy counter of one GPU over time. */
    private record EnergyCounter(List<Point> points, String whyNone) {
        private record Point(long atNs, double joules) {}

        static EnergyCounter of(List<GpuSample> samples) {
            List<Point> points = new ArrayList<>();
            for (GpuSample sample : samples) {
                sample.energyJoules().toOptional().ifPresent(j -> points.add(new Point(sample.monotonicNs(), j)));
            }
            points.sort(Comparator.comparingLong(Point::atNs));
            String whyNone = samples.stream()
                    .flatMap(sample -> sample.energyJoules().absentReason().stream())
                    .findFirst()
                    .orElse("no sample of the energy counter");
            return new EnergyCounter(points, whyNone);
        }

        Reading<Double> joulesBetween(long fromNs, long toNs) {
            if (points.isEmpty()) {
                return Reading.absent(whyNone);
            }
            if (points.get(0).atNs() > fromNs || points.get(points.size() - 1).atNs() < toNs) {
                return Reading.absent("the trace does not cover the whole pass");
            }
            for (int i = 1; i < points.size(); i++) {
                if (points.get(i).joules() < points.get(i - 1).joules()) {
                    return Reading.absent("the energy counter went back: the driver was loaded anew");
                }
            }
            return Reading.of(at(toNs) - at(fromNs));
        }

        private double at(long momentNs) {
            int after = 0;
            while (points.get(after).atNs() < momentNs) {
                after++;
            }
            Point right = points.get(after);
            if (after == 0 || right.atNs() == momentNs) {
                return right.joules();
            }
            Point left = points.get(after - 1);
            double share = (double) (momentNs - left.atNs()) / (right.atNs() - left.atNs());
            return left.joules() + share * (right.joules() - left.joules());
        }
    }
}
