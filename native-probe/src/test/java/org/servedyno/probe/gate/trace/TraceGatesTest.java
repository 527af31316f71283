package org.servedyno.probe.gate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.gate.EventReasons;
import org.servedyno.probe.gate.Gates;
import org.servedyno.probe.gate.Records;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuSample;

class TraceGatesTest {
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int SAMPLES = 500;
    private static final TraceWindow WINDOW =
            new TraceWindow(List.of(0), 0, SAMPLES * PERIOD_NS, PERIOD_NS, Map.of(0, 1980.0));

    private static GpuSample sample(int n) {
        return GpuSample.of(n * PERIOD_NS, 0, "not set")
                .utilizationPercent(Reading.of(100.0))
                .memoryUsedMiB(Reading.of(70_000.0))
                .powerWatts(Reading.of(600.0))
                .energyJoules(Reading.of(60.0 * n))
                .temperatureC(Reading.of(60))
                .smMhz(Reading.of(1980))
                .memoryMhz(Reading.of(2619))
                .eventReasons(Reading.of(0L))
                .smActivePercent(Reading.of(80.0))
                .tensorActivePercent(Reading.of(40.0))
                .dramActivePercent(Reading.of(60.0))
                .pcieTxMiBps(Reading.of(1.0))
                .pcieRxMiBps(Reading.of(1.0))
                .build();
    }

    private static List<GpuSample> trace(IntFunction<GpuSample> sample) {
        return IntStream.rangeClosed(0, SAMPLES).mapToObj(sample).toList();
    }

    private static GateResult gate(String id, List<GpuSample> samples, TraceWindow window) {
        return TraceGates.evaluate(samples, List.of(), List.of(), window).stream()
                .filter(result -> result.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<GpuSample> slowed(long bits, int from, int count) {
        return trace(n ->
                n >= from && n < from + count ? Records.with(sample(n), "eventReasons", Reading.of(bits)) : sample(n));
    }

    @Test
    void a_whole_trace_of_a_steady_gpu_passes_every_gate() {
        List<GpuOccupants> engine = List.of(
                new GpuOccupants(0, 0, Reading.of(List.of(new GpuProcess(100, "compute", Reading.of(70_000.0))))));
        List<GateResult> results = TraceGates.evaluate(trace(TraceGatesTest::sample), List.of(), engine, WINDOW);

        assertThat(results)
                .hasSize(10)
                .allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.PASS));
        assertThat(Gates.validity(results)).isEqualTo(Validity.VALID);
    }

    @Test
    void no_trace_where_one_was_expected_is_invalid() {
        assertThat(gate("TRC-1", List.of(), WINDOW).effect()).isEqualTo(Effect.INVALID);
        List<GpuSample> before = List.of(Records.with(sample(0), "monotonicNs", -5L));
        assertThat(gate("TRC-1", before, WINDOW).effect()).isEqualTo(Effect.INVALID);
    }

    @Test
    void no_gpu_expected_needs_no_trace() {
        TraceWindow none = Records.with(WINDOW, "gpus", List.of());

        assertThat(TraceGates.evaluate(List.of(), List.of(), List.of(), none)).isEmpty();
    }

    @Test
    void missed_samples_make_it_suspect() {
        List<GpuSample> thin = trace(TraceGatesTest::sample).stream()
                .filter(sample -> sample.monotonicNs() / PERIOD_NS % 10 != 3)
                .toList();
        GateResult result = gate("TRC-2", thin, WINDOW);

        assertThat(result.effect()).isEqualTo(Effect.SUSPECT);
        assertThat(result.seen()).startsWith("451 of 500 samples");
    }

    @Test
    void a_gap_makes_it_suspect_also_at_the_end() {
        List<GpuSample> cut = trace(TraceGatesTest::sample).subList(0, SAMPLES - 12);
        GateResult result = gate("TRC-2", cut, WINDOW);

        assertThat(result.effect()).isEqualTo(Effect.SUSPECT);
        assertThat(result.seen()).endsWith("longest gap 1.30 s");
    }

    @Test
    void a_slowdown_in_more_than_one_percent_of_samples_is_invalid() {
        for (long bit : new long[] {0x8, 0x20, 0x40, 0x80}) {
            GateResult result = gate("THR-1", slowed(bit | 0x4, 100, 6), WINDOW);

            assertThat(result.effect()).as("bit 0x%x", bit).isEqualTo(Effect.INVALID);
            assertThat(result.seen()).isEqualTo(EventReasons.describe(bit) + " in 1.2 % of samples");
        }
    }

    @Test
    void a_slowdown_in_one_percent_and_a_power_cap_at_any_time_pass() {
        assertThat(gate("THR-1", slowed(0x40, 100, 5), WINDOW).status()).isEqualTo(Status.PASS);
        assertThat(gate("THR-1", slowed(0x4, 0, SAMPLES + 1), WINDOW).seen()).isEqualTo("none");
    }

    @Test
    void t29_a_hardware_slowdown_seen_once_alone_is_a_change_of_performance_state() {
        List<GpuSample> flashes =
                trace(n -> n % 20 == 0 ? Records.with(sample(n), "eventReasons", Reading.of(0x8L)) : sample(n));

        assertThat(gate("THR-1", flashes, WINDOW).status()).isEqualTo(Status.PASS);
    }

    @Test
    void t29_two_consecutive_hardware_slowdowns_count() {
        List<GpuSample> pairs =
                trace(n -> n % 20 < 2 ? Records.with(sample(n), "eventReasons", Reading.of(0x8L)) : sample(n));

        assertThat(gate("THR-1", pairs, WINDOW).effect()).isEqualTo(Effect.INVALID);
    }

    /** Samples in which a counter of slowdown rises by that share of the time. */
    private static List<GpuSample> counting(String counter, double share) {
        return trace(n -> Records.with(sample(n), counter, Reading.of(Math.round(7e9 + n * PERIOD_NS * share))));
    }

    @Test
    void t29_the_drivers_counters_of_time_tell_what_samples_miss() {
        for (String counter : List.of("swThermalSlowdownNs", "hwThermalSlowdownNs", "powerBrakeNs")) {
            GateResult result = gate("THR-1", counting(counter, 0.02), WINDOW);

            assertThat(result.effect()).as(counter).isEqualTo(Effect.INVALID);
            assertThat(result.seen()).endsWith(" 2.0 % of the time");
            assertThat(gate("THR-1", counting(counter, 0.005), WINDOW).status()).isEqualTo(Status.PASS);
        }
    }

    @Test
    void a_counter_of_time_that_fell_is_not_judged_and_one_alone_is_enough() {
        List<GpuSample> reset = trace(
                n -> Records.with(sample(n), "powerBrakeNs", Reading.of(n < 100 ? 9_000_000_000L : n * PERIOD_NS / 2)));
        assertThat(gate("THR-1", reset, WINDOW).seen()).isEqualTo("none");

        List<GpuSample> blind = counting("powerBrakeNs", 0.02).stream()
                .map(sample -> Records.with(sample, "eventReasons", Reading.absent("not read")))
                .toList();
        assertThat(gate("THR-1", blind, WINDOW).seen()).isEqualTo("HwPowerBrakeSlowdown 2.0 % of the time");
    }

    @Test
    void a_changed_memory_clock_is_invalid() {
        List<GpuSample> changed =
                trace(n -> n == 77 ? Records.with(sample(n), "memoryMhz", Reading.of(1593)) : sample(n));
        GateResult result = gate("CLK-2", changed, WINDOW);

        assertThat(result.effect()).isEqualTo(Effect.INVALID);
        assertThat(result.seen()).isEqualTo("1593, 2619 MHz");
    }

    @Test
    void an_sm_clock_away_from_the_blocks_median_is_suspect() {
        List<GpuSample> samples = trace(TraceGatesTest::sample);

        assertThat(gate("CLK-3", samples, Records.with(WINDOW, "medianSmMhz", Map.of(0, 1970.0)))
                        .status())
                .isEqualTo(Status.PASS);
        assertThat(gate("CLK-3", samples, Records.with(WINDOW, "medianSmMhz", Map.of(0, 1900.0)))
                        .effect())
                .isEqualTo(Effect.SUSPECT);
        assertThat(gate("CLK-3", samples, Records.with(WINDOW, "medianSmMhz", Map.of()))
                        .status())
                .isEqualTo(Status.SKIP);
    }

    @Test
    void the_mean_sm_clock_leaves_idle_samples_out() {
        List<GpuSample> samples = new ArrayList<>(trace(TraceGatesTest::sample));
        GpuSample idle = Records.with(sample(0), "utilizationPercent", Reading.of(0.0));
        samples.add(Records.with(idle, "smMhz", Reading.of(345)));

        assertThat(TraceGates.meanSmMhz(samples, 0)).hasValue(1980);
        assertThat(TraceGates.meanSmMhz(samples, 1)).isEmpty();
    }

    @Test
    void event_reasons_that_cannot_be_read_skip_their_gate() {
        List<GpuSample> blind =
                trace(n -> Records.with(sample(n), "eventReasons", Reading.absent("NVML_ERROR_FUNCTION_NOT_FOUND")));
        GateResult result = gate("THR-1", blind, WINDOW);

        assertThat(result.status()).isEqualTo(Status.SKIP);
        assertThat(result.seen()).isEqualTo("NVML_ERROR_FUNCTION_NOT_FOUND");
    }
}
