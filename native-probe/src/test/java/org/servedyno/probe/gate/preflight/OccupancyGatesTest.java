package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuProcess;

class OccupancyGatesTest extends FactTests {
    private static final List<GpuProcess> STRANGER =
            List.of(new GpuProcess(4711L, "compute", Reading.absent("not told")));

    static Stream<Fact> facts() {
        return Stream.of(
                Fact.pass("MEM-7", "memory.usedMiB", 15.0, "15 MiB"),
                Fact.warn("MEM-7", "memory.usedMiB", 16.0, "16 MiB"),
                Fact.fail("MEM-7", "memory.usedMiB", 513.0, "513 MiB"),
                Fact.fail("PROC-1", "processes", STRANGER, "process 4711"));
    }

    @Test
    void t11_our_own_process_is_no_stranger_but_in_a_container_no_pid_can_be_told_from_ours() {
        HealthyNode busy = HealthyNode.of("h100-sxm", 2).with("processes", Reading.of(STRANGER));
        Set<Long> own = Set.of(4711L);

        assertThat(busy.in(context -> context.from(false, own)).gate("PROC-1").status())
                .isEqualTo(Status.PASS);
        GateResult inside = busy.in(context -> context.from(true, own)).gate("PROC-1");
        assertThat(inside.status()).isEqualTo(Status.FAIL);
        assertThat(inside.seen()).contains("host pids");
    }
}
