package org.servedyno.results.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;

class GpuWindowTest {
    private static final Reading<Double> NONE = Reading.absent("NVML_ERROR_NOT_SUPPORTED");

    private static GpuSample sample(long ns, int gpu, double utilization, double joules) {
        return GpuSample.of(ns, gpu, "not set")
                .utilizationPercent(Reading.of(utilization))
                .memoryUsedMiB(NONE)
                .powerWatts(Reading.of(300.0))
                .energyJoules(Reading.of(joules))
                .temperatureC(Reading.of(50))
                .smMhz(Reading.of(1980))
                .memoryMhz(Reading.of(2619))
                .eventReasons(Reading.of(0L))
                .smActivePercent(NONE)
                .tensorActivePercent(NONE)
                .dramActivePercent(NONE)
                .pcieTxMiBps(NONE)
                .pcieRxMiBps(NONE)
                .build();
    }

    private static MetricValue metric(Map<String, MetricValue> metrics, String id) {
        return Objects.requireNonNull(metrics.get(id), id);
    }

    private static Optional<String> whyNone(Map<String, MetricValue> metrics, String id) {
        return metric(metrics, id).value().absentReason();
    }

    private static double value(Map<String, MetricValue> metrics, String id) {
        return metric(metrics, id).value().toOptional().orElseThrow();
    }

    @Test
    void energy_is_the_counters_difference_between_start_and_end_summed_over_gpus() {
        List<GpuSample> trace = new ArrayList<>();
        for (int i = 0; i <= 10; i++) {
            trace.add(sample(i * 100L, 0, 10.0 * i, 1000.0 + 10.0 * i));
            trace.add(sample(i * 100L, 1, 10.0 * i, 5000.0 + 20.0 * i));
        }

        Map<String, MetricValue> metrics = new GpuWindow(150, 750).metrics(trace, 36);

        assertThat(value(metrics, "gpu-energy")).isCloseTo(180, within(1e-9));
        assertThat(value(metrics, "energy-per-token")).isCloseTo(5, within(1e-9));
        assertThat(value(metrics, "tokens-per-joule")).isCloseTo(0.2, within(1e-9));
        assertThat(value(metrics, "gpu-utilization-mean")).isCloseTo(45, within(1e-9));
        assertThat(metric(metrics, "gpu-utilization-mean").n()).isEqualTo(12);
        assertThat(value(metrics, "gpu-power-mean")).isEqualTo(300);
    }

    @Test
    void what_can_not_be_told_is_absent_with_its_reason() {
        List<GpuSample> trace = List.of(sample(0, 0, 1, 10), sample(100, 0, 1, 20));

        assertThat(whyNone(new GpuWindow(10, 90).metrics(trace, 1), "gpu-sm-active-mean"))
                .contains("no sample within the pass");
        assertThat(whyNone(new GpuWindow(0, 100).metrics(trace, 1), "gpu-sm-active-mean"))
                .contains("NVML_ERROR_NOT_SUPPORTED");
        assertThat(whyNone(new GpuWindow(50, 101).metrics(trace, 1), "gpu-energy"))
                .contains("the trace does not cover the whole pass");
        assertThat(whyNone(new GpuWindow(0, 100).metrics(trace, 0), "energy-per-token"))
                .contains("no request succeeded");
        assertThat(whyNone(new GpuWindow(0, 100).metrics(List.of(), 1), "gpu-energy"))
                .contains("the trace is empty");
    }

    @Test
    void a_counter_that_went_back_gives_no_energy() {
        List<GpuSample> trace = List.of(sample(0, 0, 1, 100), sample(50, 0, 1, 20), sample(100, 0, 1, 200));

        assertThat(whyNone(new GpuWindow(0, 100).metrics(trace, 1), "gpu-energy"))
                .hasValueSatisfying(reason -> assertThat(reason).contains("went back"));
    }

    @Test
    void a_pass_is_found_in_the_trace_through_the_wall_clock() {
        Instant wall = Instant.parse("2026-12-01T00:00:00Z");
        Pass pass = new Pass(
                "w",
                1,
                Pass.Kind.MEASURED,
                true,
                "sha",
                1,
                1,
                Map.of(),
                Map.of(),
                5_000,
                9_000,
                new ClockAnchor(wall, 4_000, 0),
                new ClockAnchor(wall, 9_000, 0));

        assertThat(GpuWindow.of(pass, new ClockAnchor(wall.plusNanos(500), 100, 0)))
                .isEqualTo(new GpuWindow(600, 4_600));
    }
}
