package org.servedyno.probe.gate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuProcess;

class OccupantGatesTest {
    private static final TraceWindow WINDOW =
            new TraceWindow(List.of(0), seconds(100), seconds(150), 100_000_000L, Map.of());

    private static long seconds(long count) {
        return TimeUnit.SECONDS.toNanos(count);
    }

    private static GpuOccupants look(long second, long... pids) {
        return new GpuOccupants(
                seconds(second),
                0,
                Reading.of(LongStream.of(pids)
                        .mapToObj(pid -> new GpuProcess(pid, "compute", Reading.absent("not told")))
                        .toList()));
    }

    private static GateResult gate(TraceWindow window, GpuOccupants... looks) {
        return OccupantGates.strangers(0, List.of(looks), window);
    }

    @Test
    void t11_a_process_that_comes_during_the_trial_is_found_without_knowing_whose_the_host_pids_are() {
        GateResult result = gate(WINDOW, look(95, 70001), look(105, 70001), look(115, 70001, 80002));

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.effect()).isEqualTo(Effect.INVALID);
        assertThat(result.seen()).isEqualTo("process 80002 seen after 15.0 s");
        assertThat(result.advice()).contains("host's");
    }

    @Test
    void t11_our_own_processes_as_the_host_knows_them_are_no_strangers() {
        GpuOccupants both = look(115, 70001, 80002);

        assertThat(gate(WINDOW.withOwnPids(Set.of(70001L, 80002L)), look(105, 70001), both)
                        .status())
                .isEqualTo(Status.PASS);
        assertThat(gate(WINDOW.withOwnPids(Set.of(70001L)), both).seen()).startsWith("process 80002");
        assertThat(gate(WINDOW.withOwnPids(Set.of()), look(99, 70001)).status()).isEqualTo(Status.FAIL);
    }

    @Test
    void an_engine_that_took_its_gpu_after_the_last_look_is_not_its_own_stranger() {
        assertThat(gate(WINDOW, look(90), look(105, 70001), look(115, 70001)).status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void a_process_named_once_is_told_once_and_what_left_before_or_came_after_does_not_count() {
        assertThat(gate(WINDOW, look(95, 1), look(105, 1, 2), look(115, 1, 2)).seen())
                .isEqualTo("process 2 seen after 5.0 s");
        assertThat(gate(WINDOW, look(80, 1, 9), look(95, 1), look(105, 1), look(151, 1, 2))
                        .seen())
                .isEqualTo("none in 2 looks");
    }

    @Test
    void without_a_look_the_gate_is_skipped_with_the_reason() {
        GpuOccupants blind = new GpuOccupants(seconds(105), 0, Reading.absent("NVML_ERROR_NO_PERMISSION"));

        assertThat(gate(WINDOW).seen()).isEqualTo("nobody looked at the processes");
        assertThat(gate(WINDOW, blind).status()).isEqualTo(Status.SKIP);
        assertThat(gate(WINDOW, blind).seen()).isEqualTo("NVML_ERROR_NO_PERMISSION");
    }
}
