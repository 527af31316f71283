package org.servedyno.probe.gate.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.Gates;
import org.servedyno.probe.gate.Records;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.info.NvLinks.Lane;

class CounterGatesTest {
    private static final List<Integer> BOTH = List.of(0, 1);

    private GpuInventory before;

    @BeforeEach
    void readTwoHealthyGpus() throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("h100-sxm", 2, Optional.empty()))) {
            before = probe.inventory();
        }
    }

    private GpuInventory after(Duration time) {
        ClockAnchor start = before.readAt();
        return Records.with(
                before, "readAt", new ClockAnchor(start.wall().plus(time), start.monotonicNs() + time.toNanos(), 0));
    }

    private static GpuInventory changed(GpuInventory inventory, String fact, Reading<?> value) {
        List<GpuInfo> gpus = new ArrayList<>(inventory.gpus());
        gpus.set(1, Records.with(gpus.get(1), fact, value));
        return Records.with(inventory, "gpus", gpus);
    }

    /** The links of a GPU with one counter of link 3 at that value. */
    private Reading<List<Lane>> lanes(String counter, long value) {
        return before.gpus().get(1).nvlink().lanes().map(all -> {
            List<Lane> lanes = new ArrayList<>(all);
            lanes.set(3, Records.with(lanes.get(3), counter, Reading.of(value)));
            return lanes;
        });
    }

    private static GateResult gate(List<GateResult> results, String id) {
        return results.stream()
                .filter(result -> result.id().equals(id) && result.gpu().getAsInt() == 1)
                .findFirst()
                .orElseThrow();
    }

    private GateResult beforeStart(String id, String fact, Reading<?> value, Duration time) {
        return gate(CounterGates.sinceLook(Optional.of(before), changed(after(time), fact, value), BOTH), id);
    }

    private GateResult inTrial(String id, String fact, Reading<?> value) {
        return gate(CounterGates.duringTrial(before, changed(after(Duration.ofSeconds(60)), fact, value), BOTH), id);
    }

    @Test
    void counters_that_stayed_pass_in_both_places() {
        List<GateResult> trial = CounterGates.duringTrial(before, after(Duration.ofSeconds(60)), BOTH);

        assertThat(trial).allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.PASS));
        assertThat(trial.stream().map(GateResult::id).distinct())
                .containsExactly("RAS-4", "MEM-1", "MEM-3", "MEM-4", "NVL-5", "PCIE-2", "RAS-1");
        assertThat(CounterGates.sinceLook(Optional.of(before), after(Duration.ofSeconds(10)), BOTH))
                .hasSize(4)
                .allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.PASS));
    }

    static Stream<Arguments> rises() {
        return Stream.of(
                arguments("MEM-1", "ecc.volatileUncorrected", 1L, Effect.INVALID, "1 new"),
                arguments("MEM-3", "remapping.uncorrectable", 1, Effect.INVALID, "1 new rows"),
                arguments("MEM-3", "remapping.correctable", 2, Effect.INVALID, "2 new rows"),
                arguments("MEM-3", "remapping.pending", true, Effect.INVALID, "one waits for a reset"),
                arguments("MEM-4", "remapping.failed", true, Effect.INVALID, "one failed"),
                arguments("PCIE-2", "pcie.fatalErrors", 1L, Effect.INVALID, "1 fatal"),
                arguments("PCIE-2", "pcie.nonFatalErrors", 1L, Effect.SUSPECT, "1 other"),
                arguments("PCIE-2", "pcie.replays", 32L, Effect.SUSPECT, "32 replays"),
                arguments("PCIE-2", "pcie.replays", 31L, Effect.NONE, "31 replays"),
                arguments("RAS-1", "repair.recoveryAction", "reset", Effect.INVALID, "reset"));
    }

    @ParameterizedTest(name = "{0}: {1} rising to {2} makes a trial {3}")
    @MethodSource("rises")
    void what_rises_during_a_trial_counts_against_it(String id, String fact, Object value, Effect effect, String seen) {
        GateResult result = inTrial(id, fact, Reading.of(value));

        assertThat(result.effect()).isEqualTo(effect);
        assertThat(result.seen()).contains(seen);
        assertThat(inTrial(id, fact, Reading.absent("NVML_ERROR_UNKNOWN")).status())
                .isEqualTo(id.equals("PCIE-2") || fact.equals("remapping.pending") ? Status.PASS : Status.SKIP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"replayErrors", "recoveryErrors"})
    void one_replay_or_recovery_of_a_link_is_too_much(String counter) {
        assertThat(inTrial("NVL-5", "nvlink.lanes", lanes(counter, 1)).effect()).isEqualTo(Effect.INVALID);
        assertThat(beforeStart("NVL-5", "nvlink.lanes", lanes(counter, 1), Duration.ofSeconds(10))
                        .status())
                .isEqualTo(Status.FAIL);
    }

    @Test
    void crc_errors_are_a_warning_until_they_are_a_hundred_a_second() {
        Duration time = Duration.ofSeconds(10);

        assertThat(beforeStart("NVL-5", "nvlink.lanes", lanes("crcErrors", 999), time)
                        .effect())
                .isEqualTo(Effect.NONE);
        assertThat(beforeStart("NVL-5", "nvlink.lanes", lanes("crcErrors", 999), time)
                        .status())
                .isEqualTo(Status.WARN);
        assertThat(beforeStart("NVL-5", "nvlink.lanes", lanes("crcErrors", 1000), time)
                        .status())
                .isEqualTo(Status.FAIL);
        assertThat(inTrial("NVL-5", "nvlink.lanes", lanes("crcErrors", 1)).effect())
                .isEqualTo(Effect.SUSPECT);
    }

    @Test
    void replays_before_the_start_are_counted_by_the_minute() {
        Duration time = Duration.ofSeconds(30);

        assertThat(beforeStart("PCIE-2", "pcie.replays", Reading.of(15L), time).status())
                .isEqualTo(Status.PASS);
        assertThat(beforeStart("PCIE-2", "pcie.replays", Reading.of(16L), time).status())
                .isEqualTo(Status.WARN);
    }

    @Test
    void a_counter_that_went_backwards_tells_of_a_new_driver_and_is_no_difference() {
        GpuInventory high = changed(
                changed(before, "ecc.volatileUncorrected", Reading.of(7L)), "nvlink.lanes", lanes("replayErrors", 9));
        List<GateResult> results = CounterGates.duringTrial(high, after(Duration.ofSeconds(60)), BOTH);

        for (String id : List.of("MEM-1", "NVL-5")) {
            assertThat(gate(results, id).status()).isEqualTo(Status.SKIP);
            assertThat(gate(results, id).seen()).contains("went backwards");
        }
    }

    @Test
    void too_short_a_time_no_look_before_or_a_restart_skip_the_gates() {
        GateResult early = beforeStart("NVL-5", "nvlink.lanes", lanes("replayErrors", 1), Duration.ofMillis(9900));
        assertThat(early.status()).isEqualTo(Status.SKIP);
        assertThat(early.seen()).isEqualTo("the look before is 9.9 s old, less than 10 s");

        assertThat(gate(CounterGates.sinceLook(Optional.empty(), before, BOTH), "PCIE-2")
                        .seen())
                .isEqualTo("no earlier look to compare with");
        GpuInventory restarted = Records.with(after(Duration.ofHours(1)), "readAt.monotonicNs", 5L);
        assertThat(gate(CounterGates.sinceLook(Optional.of(before), restarted, BOTH), "PCIE-2")
                        .seen())
                .contains("restarted");
    }

    @Test
    void a_gpu_that_is_gone_at_the_end_makes_the_trial_invalid_and_is_found_by_its_uuid() {
        GpuInventory later = after(Duration.ofSeconds(60));
        GpuInventory gone = Records.with(later, "gpus", later.gpus().subList(0, 1));
        assertThat(gate(CounterGates.duringTrial(before, gone, BOTH), "RAS-4").seen())
                .isEqualTo("it is not there any more");

        GpuInventory lost = changed(later, "identity.name", Reading.absent("NVML_ERROR_GPU_IS_LOST"));
        List<GateResult> results = CounterGates.duringTrial(before, lost, BOTH);
        assertThat(gate(results, "RAS-4").effect()).isEqualTo(Effect.INVALID);
        assertThat(Gates.validity(results))
                .isEqualTo(new Validity(Validity.State.INVALID, List.of("RAS-4 GPU 1: NVML_ERROR_GPU_IS_LOST")));
    }
}
