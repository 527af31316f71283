package org.servedyno.results.report.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.report.view.TraceView.Line;
import org.servedyno.results.report.view.TraceView.Quantity;

class TraceThinningTest {
    private static final long START_NS = 5_000_000_000L;
    private static final long PERIOD_NS = 100_000_000L;

    private static GpuSample sample(long ns, int gpu, Reading<Double> watts, Reading<Double> smActive) {
        Reading<Double> none = Reading.absent("not asked");
        return GpuSample.of(ns, gpu, "not set")
                .utilizationPercent(Reading.of(50.0))
                .memoryUsedMiB(none)
                .powerWatts(watts)
                .energyJoules(none)
                .temperatureC(Reading.of(40))
                .smMhz(Reading.of(1980))
                .memoryMhz(Reading.of(2619))
                .eventReasons(Reading.of(0L))
                .smActivePercent(smActive)
                .tensorActivePercent(none)
                .dramActivePercent(none)
                .pcieTxMiBps(none)
                .pcieRxMiBps(none)
                .build();
    }

    private static List<GpuSample> trace(int samples, int gpus) {
        List<GpuSample> trace = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            for (int gpu = 0; gpu < gpus; gpu++) {
                trace.add(sample(
                        START_NS + i * PERIOD_NS + gpu * 1_000_000L,
                        gpu,
                        Reading.of(100.0 + i % 7),
                        Reading.absent("NVML_ERROR_NOT_SUPPORTED")));
            }
        }
        return trace;
    }

    @Test
    void a_long_trace_keeps_at_most_600_points_and_its_one_peak() {
        List<GpuSample> trace = trace(36_000, 1);
        trace.set(17_123, sample(START_NS + 17_123 * PERIOD_NS, 0, Reading.of(699.5), Reading.of(1.0)));
        TraceThinning thin = new TraceThinning(trace, START_NS);
        assertThat(thin.seconds()).hasSize(600).isSorted();
        Line power = line(thin, Quantity.POWER, 0);
        assertThat(power.values()).hasSize(600).contains(Optional.of(699.5));
        assertThat(power.values().indexOf(Optional.of(699.5)) / 600.0).isBetween(0.475, 0.477);
    }

    @Test
    void extremes_stay_in_the_order_they_came() {
        List<GpuSample> trace = new ArrayList<>();
        double[] watts = {5, 9, 1, 4, 1, 9, 5, 4};
        for (int i = 0; i < watts.length; i++) {
            trace.add(sample(START_NS + i * PERIOD_NS, 0, Reading.of(watts[i]), Reading.of(1.0)));
        }
        assertThat(line(new TraceThinning(trace, START_NS), Quantity.POWER, 0).values().stream()
                        .flatMap(Optional::stream))
                .containsExactly(5.0, 9.0, 1.0, 4.0, 1.0, 9.0, 5.0, 4.0);
    }

    @Test
    void a_hole_in_the_trace_stays_a_hole() {
        List<GpuSample> trace = new ArrayList<>(trace(40, 1));
        trace.subList(10, 30).clear();
        assertThat(line(new TraceThinning(trace, START_NS), Quantity.POWER, 0).values())
                .contains(Optional.empty());
    }

    @Test
    void what_was_never_read_is_named_with_its_reason_and_not_drawn() {
        TraceThinning thin = new TraceThinning(trace(20, 2), START_NS);
        assertThat(thin.missing()).containsExactly("SM active: NVML_ERROR_NOT_SUPPORTED");
        assertThat(thin.lines()).hasSize(8).noneMatch(l -> l.quantity() == Quantity.SM_ACTIVE);
    }

    @Test
    void every_line_has_a_value_or_a_hole_for_every_point_in_time() {
        long seed = 99;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 200; i++) {
            TraceThinning thin =
                    new TraceThinning(trace(random.nextInt(0, 900), random.nextInt(1, 9)), START_NS - 1_500_000_000L);
            assertThat(thin.lines())
                    .as("seed %s", seed)
                    .allSatisfy(line -> assertThat(line.values()).hasSameSizeAs(thin.seconds()));
        }
    }

    private static Line line(TraceThinning thin, Quantity quantity, int gpu) {
        return thin.lines().stream()
                .filter(l -> l.quantity() == quantity && l.gpu() == gpu)
                .findFirst()
                .orElseThrow();
    }
}
