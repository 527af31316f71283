package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.probe.gate.Records;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuSample;

class StateGatesTest extends FactTests {
    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 2);

    static Stream<Fact> facts() {
        return Stream.of(
                Fact.fail("PWR-1", "power.enforcedWatts", 600.0, "600 W of 700 W"),
                Fact.suspect("PWR-1", "power.enforcedWatts", 650.0, "650 W of 700 W"),
                Fact.pass("PWR-1", "power.enforcedWatts", 690.0, "690 W of 700 W"),
                Fact.warn("PWR-1", "power.defaultWatts", 350.0, "not a default"),
                Fact.pass("TMP-1", "thermals.marginC", 11, "margin 11 C").optional(),
                Fact.suspect("TMP-1", "thermals.marginC", 10, "margin 10 C").optional(),
                Fact.fail("TMP-1", "thermals.marginC", -3, "beyond the slowdown")
                        .optional(),
                Fact.fail("TMP-1", "thermals.memoryTemperatureC", 95, "memory at 95 C")
                        .optional(),
                Fact.suspect("CLK-1", "clocks.smMaxMhz", 1500, "SM up to 1500 MHz"),
                Fact.suspect("CLK-1", "clocks.memoryMaxMhz", 1593, "of 1593 MHz"));
    }

    private static HealthyNode sampled(String fact, Object value) {
        List<GpuSample> samples = NODE.context().samples();
        List<GpuSample> changed = List.of(samples.get(0), Records.with(samples.get(1), fact, Reading.of(value)));
        return NODE.in(context -> Records.with(context, "samples", changed));
    }

    static Stream<Arguments> reasons() {
        return Stream.of(
                arguments("THR-1", 0x8L, Status.FAIL, Effect.INVALID, "HwSlowdown"),
                arguments("THR-1", 0x20L, Status.FAIL, Effect.INVALID, "SwThermalSlowdown"),
                arguments("THR-1", 0x40L, Status.FAIL, Effect.INVALID, "HwThermalSlowdown"),
                arguments("THR-1", 0x81L, Status.FAIL, Effect.INVALID, "HwPowerBrakeSlowdown"),
                arguments("THR-1", 0x5L, Status.PASS, Effect.NONE, "none"),
                arguments("THR-2", 0x10L, Status.WARN, Effect.NONE, "SyncBoost"),
                arguments("THR-2", 0x2L, Status.WARN, Effect.NONE, "ApplicationsClocksSetting"),
                arguments("THR-2", 0x100L, Status.WARN, Effect.NONE, "DisplayClockSetting"),
                arguments("THR-2", 0x1000L, Status.WARN, Effect.NONE, "0x1000"),
                arguments("THR-2", 0x5L, Status.PASS, Effect.NONE, "none"));
    }

    @ParameterizedTest(name = "{0} at 0x{1}: {2}")
    @MethodSource("reasons")
    void clock_event_reasons_are_judged_before_the_start(
            String id, long bits, Status status, Effect effect, String seen) {
        GateResult result = sampled("eventReasons", bits).gate(id);

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.effect()).isEqualTo(effect);
        assertThat(result.seen()).contains(seen);
    }

    @Test
    void without_a_sample_the_inventory_tells_the_reasons_and_without_both_the_gates_are_skipped() {
        HealthyNode unsampled = NODE.in(context -> Records.with(context, "samples", List.of()));

        assertThat(unsampled
                        .with("clocks.eventReasons", Reading.of(0x40L))
                        .gate("THR-1")
                        .status())
                .isEqualTo(Status.FAIL);
        assertThat(unsampled.gate("THR-1").status()).isEqualTo(Status.SKIP);
        assertThat(unsampled.gate("THR-2").status()).isEqualTo(Status.SKIP);
    }

    @Test
    void a_memory_clock_below_its_maximum_is_suspect() {
        assertThat(sampled("memoryMhz", 1593).gate("CLK-1").effect()).isEqualTo(Effect.SUSPECT);
    }

    @Test
    void a_driver_that_tells_no_margin_is_judged_by_the_products_temperatures() {
        HealthyNode old = NODE.withAll("thermals.marginC", Reading.absent("NVML_ERROR_FUNCTION_NOT_FOUND"))
                .withAll("thermals.slowdownOffsetC", Reading.absent("NVML_ERROR_NOT_SUPPORTED"));

        assertThat(old.with("thermals.temperatureC", Reading.of(76))
                        .gate("TMP-1")
                        .status())
                .isEqualTo(Status.PASS);
        assertThat(old.with("thermals.temperatureC", Reading.of(77))
                        .gate("TMP-1")
                        .effect())
                .isEqualTo(Effect.SUSPECT);
        assertThat(old.with("thermals.temperatureC", Reading.of(90))
                        .gate("TMP-1")
                        .status())
                .isEqualTo(Status.FAIL);
        HealthyNode unknown = old.in(context -> context.expecting(Optional.empty(), OptionalInt.empty()));
        assertThat(unknown.gate("TMP-1").status()).isEqualTo(Status.SKIP);
    }

    @Test
    void t06_a_negative_margin_beyond_the_slowdown_offset_of_a_b200_fails() {
        HealthyNode b200 = NODE.with("thermals.slowdownOffsetC", Reading.of(-3));

        assertThat(b200.with("thermals.marginC", Reading.of(-3)).gate("TMP-1").status())
                .isEqualTo(Status.WARN);
        assertThat(b200.with("thermals.marginC", Reading.of(-4)).gate("TMP-1").status())
                .isEqualTo(Status.FAIL);
    }
}
