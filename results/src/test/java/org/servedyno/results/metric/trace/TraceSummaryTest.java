package org.servedyno.results.metric.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.store.stream.GpuTraceEnd;
import org.servedyno.results.store.stream.GpuTraceHeader;
import org.servedyno.results.store.stream.GpuTraceWriter;

class TraceSummaryTest {
    private static final ClockAnchor ANCHOR = new ClockAnchor(Instant.parse("2026-12-01T01:02:03Z"), 0, 5);
    private static final RecorderCost COST =
            new RecorderCost(9, 9, 0, 1, 2, 3, 4, 5, Reading.of(1L), Reading.of(600_000_000L), 60_000_000_000L);

    @TempDir
    private Path folder;

    private final List<GpuSample> samples = new ArrayList<>();
    private final List<GpuEvent> events = new ArrayList<>();
    private boolean persistence = true;

    /** A sample of GPU 0, so many seconds after the begin. */
    private void at(double seconds, UnaryOperator<GpuSample.Builder> fill) {
        samples.add(fill.apply(GpuSample.of((long) (seconds * 1e9), 0, "NVML_ERROR_NOT_SUPPORTED"))
                .build());
    }

    private TraceSummary summary() throws IOException {
        Path file = folder.resolve("gpu.ndjson.gz");
        GpuTraceHeader header = new GpuTraceHeader(
                false,
                "nvml /usr/lib/libnvidia-ml.so.1",
                Reading.of("550.54.15"),
                100,
                List.of(new GpuTraceHeader.Gpu(
                        0, "GPU-a", Reading.of("NVIDIA H100 80GB HBM3"), Reading.of(persistence))),
                ANCHOR,
                Map.of());
        try (GpuTraceWriter writer = GpuTraceWriter.create(file, header)) {
            writer.write(samples);
            writer.events(events);
            writer.end(new GpuTraceEnd(ANCHOR, COST));
        }
        return TraceSummary.of(file);
    }

    private GpuSummary gpu() throws IOException {
        return summary().gpus().get(0);
    }

    private void power(double seconds, double watts, double joules) {
        at(seconds, s -> s.powerWatts(Reading.of(watts)).energyJoules(Reading.of(joules)));
    }

    @Test
    void quantities_come_to_their_mean_least_and_greatest() throws IOException {
        at(0, s -> s.utilizationPercent(Reading.of(50.0)).smMhz(Reading.of(1980)));
        at(1, s -> s.utilizationPercent(Reading.of(100.0)).smMhz(Reading.of(1410)));
        at(2, s -> s.utilizationPercent(Reading.absent("NVML_ERROR_TIMEOUT")).smMhz(Reading.of(1410)));

        assertThat(gpu().utilizationPercent()).isEqualTo(Reading.of(new Spread(75, 50, 100, 2)));
        assertThat(gpu().smMhz()).isEqualTo(Reading.of(new Spread(1600, 1410, 1980, 3)));
        assertThat(gpu().temperatureC()).isEqualTo(Reading.absent("NVML_ERROR_NOT_SUPPORTED"));
        assertThat(gpu().samples()).isEqualTo(3);
        assertThat(summary().seconds()).isEqualTo(2);
    }

    @Test
    void t21_full_utilization_stands_beside_how_busy_the_gpu_was() throws IOException {
        at(
                0,
                s -> s.utilizationPercent(Reading.of(100.0))
                        .smActivePercent(Reading.of(31.0))
                        .tensorActivePercent(Reading.of(8.0))
                        .dramActivePercent(Reading.of(74.0)));

        assertThat(gpu().utilizationPercent().map(Spread::mean)).isEqualTo(Reading.of(100.0));
        assertThat(gpu().smActivePercent().map(Spread::mean)).isEqualTo(Reading.of(31.0));
        assertThat(gpu().tensorActivePercent().map(Spread::mean)).isEqualTo(Reading.of(8.0));
        assertThat(gpu().dramActivePercent().map(Spread::mean)).isEqualTo(Reading.of(74.0));
    }

    @Test
    void t22_energy_is_the_counters_difference_and_says_so() throws IOException {
        power(0, 500, 1_000_000);
        power(10, 500, 1_005_100);
        power(20, 500, 1_010_200);

        EnergyUse energy = gpu().energy();
        assertThat(energy.source()).isEqualTo(EnergyUse.Source.COUNTER);
        assertThat(energy.joules()).isEqualTo(Reading.of(10_200.0));
        assertThat(energy.meanWatts()).isEqualTo(Reading.of(510.0));
        assertThat(energy.agrees()).isTrue();
        assertThat(summary().notes()).isEmpty();
    }

    @Test
    void t22_a_short_recording_says_that_power_needs_longer() throws IOException {
        power(0, 500, 1_000_000);
        power(2, 500, 1_001_000);

        assertThat(summary().notes()).singleElement().asString().contains("2.0 s is short", "tens of seconds");
    }

    @Test
    void t23_a_counter_that_stood_still_is_no_power_of_0() throws IOException {
        power(0, 400, 1_000_000);
        power(20, 400, 1_000_000);

        EnergyUse energy = gpu().energy();
        assertThat(energy.source()).isEqualTo(EnergyUse.Source.POWER);
        assertThat(energy.joules()).isEqualTo(Reading.of(8_000.0));
        assertThat(summary().notes()).singleElement().asString().contains("power times time", "stood still");
    }

    @Test
    void t23_without_counter_and_power_there_is_no_energy() throws IOException {
        at(0, s -> s);
        at(20, s -> s);

        EnergyUse energy = gpu().energy();
        assertThat(energy.source()).isEqualTo(EnergyUse.Source.NONE);
        assertThat(energy.joules()).isEqualTo(Reading.absent("NVML_ERROR_NOT_SUPPORTED"));
        assertThat(energy.meanWatts().toOptional()).isEmpty();
    }

    @Test
    void t23_counter_and_power_that_part_by_more_than_a_fifth_are_noted() throws IOException {
        power(0, 300, 1_000_000);
        power(20, 300, 1_010_200);

        assertThat(gpu().energy().counterToPower().toOptional().orElseThrow()).isCloseTo(1.7, within(1e-9));
        assertThat(summary().notes()).singleElement().asString().contains("1.70 times");
    }

    @Test
    void t20_a_counter_that_fell_gives_no_energy_rather_than_a_negative_one() throws IOException {
        power(0, 500, 1_000_000);
        power(10, 500, 50);
        power(20, 500, 5_050);

        EnergyUse energy = gpu().energy();
        assertThat(energy.source()).isEqualTo(EnergyUse.Source.POWER);
        assertThat(energy.joules()).isEqualTo(Reading.of(10_000.0));
        assertThat(energy.counterToPower().absentReason())
                .hasValueSatisfying(why -> assertThat(why).contains("went back"));
    }

    @Test
    void t28_persistence_off_is_noted_for_the_counters_sake() throws IOException {
        persistence = false;
        power(0, 500, 1_000_000);
        power(20, 500, 1_010_000);

        assertThat(summary().notes()).singleElement().asString().contains("persistence mode is off");
    }

    @Test
    void t29_a_hardware_slowdown_counts_only_when_two_samples_in_a_row_show_it() throws IOException {
        for (long mask : new long[] {0x8, 0, 0x8 | 0x4, 0x4, 0x8, 0x8, 0x1, 0x8, 0x800, 0}) {
            at(samples.size(), s -> s.eventReasons(Reading.of(mask)));
        }

        assertThat(gpu().throttled())
                .isEqualTo(Reading.of(List.of(
                        new ThrottleShare("SwPowerCap", 20),
                        new ThrottleShare("HwSlowdown", 20),
                        new ThrottleShare("0x800", 10))));
    }

    @Test
    void events_stand_with_their_gpu_and_those_of_the_node_apart() throws IOException {
        at(0, s -> s);
        at(20, s -> s);
        GpuEvent xid = new GpuEvent(5, OptionalInt.of(0), GpuEvent.Kind.XID, OptionalLong.of(79), "Xid 79");
        GpuEvent unwatched = new GpuEvent(
                6, OptionalInt.empty(), GpuEvent.Kind.UNWATCHED, OptionalLong.empty(), "NVML_ERROR_UNKNOWN");
        events.addAll(List.of(xid, unwatched));

        assertThat(gpu().events()).containsExactly(xid);
        assertThat(summary().events()).containsExactly(unwatched);
        assertThat(summary().notes()).anyMatch(note -> note.contains("not watched: NVML_ERROR_UNKNOWN"));
    }

    @Test
    void t25_what_recording_took_is_in_the_summary() throws IOException {
        at(0, s -> s);

        assertThat(summary().complete()).isTrue();
        assertThat(summary().cost().toOptional().orElseThrow().cpuPercent()).isEqualTo(Reading.of(1.0));
    }
}
