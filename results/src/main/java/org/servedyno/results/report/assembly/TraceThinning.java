package org.servedyno.results.report.assembly;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.report.view.TraceView.Line;
import org.servedyno.results.report.view.TraceView.Quantity;

/**
 * Thins a trace for drawing. Time is cut into buckets of equal width; of each bucket the least and the greatest value are
 * kept, in the order they came, so that a peak of one sample is still seen. All lines share the points in time.
 */
final class TraceThinning {
    private static final int MOST_BUCKETS = 300;
    private static final double NANOS = 1e9;

    private final Map<Integer, List<GpuSample>> byGpu;
    private final long originNs;
    private final long firstNs;
    private final double bucketNs;
    private final int buckets;

    /**
     * Prepares the thinning.
     *
     * @param samples in any order
     * @param originNs the moment that counts as zero seconds, on the recorder's monotonic clock
     */
    TraceThinning(List<GpuSample> samples, long originNs) {
        this.byGpu = samples.stream()
                .sorted(Comparator.comparingLong(GpuSample::monotonicNs))
                .collect(Collectors.groupingBy(GpuSample::gpu, TreeMap::new, Collectors.toList()));
        this.originNs = originNs;
        this.firstNs = samples.stream().mapToLong(GpuSample::monotonicNs).min().orElse(originNs);
        long lastNs = samples.stream().mapToLong(GpuSample::monotonicNs).max().orElse(originNs);
        int fewest = byGpu.values().stream().mapToInt(List::size).min().orElse(0);
        this.buckets = Math.max(1, Math.min(MOST_BUCKETS, fewest / 2));
        this.bucketNs = (lastNs - firstNs + 1) / (double) buckets;
    }

    /** Two points a bucket, seconds since the origin. */
    List<Double> seconds() {
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < 2 * buckets; i++) {
            seconds.add(rounded((firstNs - originNs + (i + 0.5) * bucketNs / 2) / NANOS, 100));
        }
        return seconds;
    }

    /** One line a GPU and quantity that was read at least once. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (Quantity quantity : Quantity.values()) {
            byGpu.forEach((gpu, samples) -> {
                if (samples.stream()
                        .anyMatch(s -> read(s, quantity).toOptional().isPresent())) {
                    lines.add(new Line(gpu, quantity, points(samples, quantity)));
                }
            });
        }
        return lines;
    }

    /** The quantities that were never read, with the reason: {@code SM active: NVML_ERROR_NOT_SUPPORTED}. */
    List<String> missing() {
        Map<Quantity, String> reasons = new EnumMap<>(Quantity.class);
        for (Quantity quantity : Quantity.values()) {
            List<Reading<Double>> readings = byGpu.values().stream()
                    .flatMap(List::stream)
                    .map(s -> read(s, quantity))
                    .toList();
            if (readings.stream().allMatch(r -> r.toOptional().isEmpty())) {
                readings.stream()
                        .flatMap(r -> r.absentReason().stream())
                        .findFirst()
                        .ifPresent(reason -> reasons.put(quantity, reason));
            }
        }
        return reasons.entrySet().stream()
                .map(e -> e.getKey().label() + ": " + e.getValue())
                .toList();
    }

    private List<Optional<Double>> points(List<GpuSample> samples, Quantity quantity) {
        Extremes[] extremes = new Extremes[buckets];
        for (GpuSample sample : samples) {
            int bucket = (int) Math.min(buckets - 1, (sample.monotonicNs() - firstNs) / bucketNs);
            read(sample, quantity)
                    .toOptional()
                    .ifPresent(value -> extremes[bucket] =
                            extremes[bucket] == null ? Extremes.of(value) : extremes[bucket].with(value));
        }
        List<Optional<Double>> points = new ArrayList<>();
        for (Extremes extreme : extremes) {
            points.add(Optional.ofNullable(extreme).map(e -> rounded(e.first(), 10)));
            points.add(Optional.ofNullable(extreme).map(e -> rounded(e.second(), 10)));
        }
        return points;
    }

    private static Reading<Double> read(GpuSample sample, Quantity quantity) {
        return switch (quantity) {
            case UTILIZATION -> sample.utilizationPercent();
            case SM_ACTIVE -> sample.smActivePercent();
            case POWER -> sample.powerWatts();
            case SM_CLOCK -> sample.smMhz().map(Integer::doubleValue);
            case TEMPERATURE -> sample.temperatureC().map(Integer::doubleValue);
        };
    }

    private static double rounded(double value, int parts) {
        return Math.rint(value * parts) / parts;
    }

    /** The least and the greatest value of a bucket, in the order they came. */
    private record Extremes(double first, double second) {
        static Extremes of(double value) {
            return new Extremes(value, value);
        }

        Extremes with(double value) {
            double least = Math.min(first, second);
            double greatest = Math.max(first, second);
            if (value < least) {
                return new Extremes(greatest, value);
            }
            return value > greatest ? new Extremes(least, value) : this;
        }
    }
}
