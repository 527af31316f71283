package org.servedyno.probe.gate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;

class EventGatesTest {
    private static final long START_NS = TimeUnit.SECONDS.toNanos(100);
    private static final long END_NS = TimeUnit.SECONDS.toNanos(150);
    private static final TraceWindow WINDOW = new TraceWindow(List.of(0, 1), START_NS, END_NS, 100_000_000L, Map.of());

    private static GpuEvent event(double second, OptionalInt gpu, Kind kind, OptionalLong data, String detail) {
        return new GpuEvent(START_NS + Math.round(second * 1e9), gpu, kind, data, detail);
    }

    private static GpuEvent xid(double second, long code) {
        return event(second, OptionalInt.of(1), Kind.XID, OptionalLong.of(code), "Xid " + code);
    }

    private static GpuEvent other(Kind kind, String detail) {
        return event(2, OptionalInt.of(1), kind, OptionalLong.empty(), detail);
    }

    private static GateResult gate(String id, int gpu, GpuEvent... events) {
        return new EventGates(gpu, List.of(events), WINDOW)
                .all().stream()
                        .filter(result -> result.id().equals(id))
                        .findFirst()
                        .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "79, FAIL, INVALID, Xid 79 (the GPU has fallen off the bus) after 2.0 s, take the node out of use: restart the machine",
        "31, FAIL, INVALID, Xid 31 (memory page fault) after 2.0 s, restart the application",
        "63, WARN, SUSPECT, Xid 63 (a row of memory was recorded for replacement) after 2.0 s, look at MEM-3; reset the GPU at the next occasion",
        "154, WARN, NONE, Xid 154 (the recovery action changed) after 2.0 s, look at RAS-1",
        "999, WARN, SUSPECT, Xid 999 (not in the table of this build) after 2.0 s, look it up at docs.nvidia.com/deploy/xid-errors"
    })
    void an_xid_acts_as_its_row_says(long code, Status status, Effect effect, String seen, String advice) {
        GateResult result = gate("RAS-3", 1, xid(2, code));

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.effect()).isEqualTo(effect);
        assertThat(result.seen()).isEqualTo(seen);
        assertThat(result.advice()).isEqualTo(advice);
        assertThat(gate("RAS-3", 0, xid(2, code)).status()).as("the other GPU").isEqualTo(Status.PASS);
    }

    @Test
    void the_worst_of_several_xids_decides_and_all_are_named() {
        GateResult result = gate("RAS-3", 1, xid(-3, 45), xid(1, 79), xid(2, 154));

        assertThat(result.effect()).isEqualTo(Effect.INVALID);
        assertThat(result.seen())
                .contains("Xid 45 (preemptive cleanup of an application) 3.0 s before the measured time")
                .contains("Xid 79")
                .contains("Xid 154");
        assertThat(result.advice()).contains("restart the machine");
    }

    @Test
    void what_comes_after_the_window_belongs_to_the_end_of_the_engine() {
        assertThat(gate("RAS-3", 1, xid(51, 45)).status()).isEqualTo(Status.PASS);
    }

    @Test
    void an_event_that_names_no_gpu_counts_for_each() {
        GpuEvent nameless = event(1, OptionalInt.empty(), Kind.XID, OptionalLong.of(74), "Xid 74");

        assertThat(gate("RAS-3", 0, nameless).status()).isEqualTo(Status.FAIL);
        assertThat(gate("RAS-3", 1, nameless).status()).isEqualTo(Status.FAIL);
    }

    @Test
    void events_that_cannot_be_watched_skip_the_gates_that_need_them() {
        GpuEvent unwatched =
                event(-5, OptionalInt.empty(), Kind.UNWATCHED, OptionalLong.empty(), "NVML_ERROR_NOT_SUPPORTED");

        for (String id : List.of("RAS-3", "MEM-1", "MEM-2")) {
            assertThat(gate(id, 1, unwatched).status()).isEqualTo(Status.SKIP);
            assertThat(gate(id, 1, unwatched).seen()).endsWith("NVML_ERROR_NOT_SUPPORTED");
        }
        assertThat(gate("RAS-3", 1, unwatched, xid(1, 79)).status()).isEqualTo(Status.FAIL);
    }

    @Test
    void t36_a_lost_gpu_makes_the_trial_invalid_and_leaves_the_others_alone() {
        GpuEvent lost = other(Kind.LOST, "NVML_ERROR_GPU_IS_LOST");

        assertThat(gate("RAS-4", 1, lost).effect()).isEqualTo(Effect.INVALID);
        assertThat(gate("RAS-4", 1, lost).seen()).isEqualTo("lost after 2.0 s: NVML_ERROR_GPU_IS_LOST");
        assertThat(gate("RAS-4", 0, lost).status()).isEqualTo(Status.PASS);
    }

    @Test
    void t26_a_gpu_whose_driver_hangs_makes_the_trial_invalid() {
        GateResult result = gate("RAS-4", 1, other(Kind.UNRESPONSIVE, "nvmlDeviceGetPowerUsage took over 3 s"));

        assertThat(result.effect()).isEqualTo(Effect.INVALID);
        assertThat(result.seen()).startsWith("does not answer after 2.0 s");
    }

    @Test
    void an_uncorrected_ecc_error_fails_and_a_corrected_one_is_noted() {
        GpuEvent bad = other(Kind.ECC, "uncorrected ECC error");
        GpuEvent mended = other(Kind.ECC, "corrected ECC error");

        assertThat(gate("MEM-1", 1, bad).effect()).isEqualTo(Effect.INVALID);
        assertThat(gate("MEM-1", 1, mended).status()).isEqualTo(Status.PASS);
        assertThat(gate("MEM-2", 1, bad).status()).isEqualTo(Status.PASS);
        assertThat(gate("MEM-2", 1, mended, mended).status()).isEqualTo(Status.WARN);
        assertThat(gate("MEM-2", 1, mended, mended).seen()).isEqualTo("corrected ECC error after 2.0 s, 1 more");
    }
}
