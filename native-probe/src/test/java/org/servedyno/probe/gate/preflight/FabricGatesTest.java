package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult.Status;

class FabricGatesTest extends FactTests {
    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 8);

    static Stream<Fact> facts() {
        return Stream.of(
                Fact.fail("FAB-1", "fabric.state", "not started", "not started"),
                Fact.fail("FAB-1", "fabric.state", "in progress", "in progress"),
                Fact.fail("FAB-1", "fabric.state", "not supported", "on a board with NVSwitches"),
                Fact.warn("FAB-1", "fabric.state", "7", "state 7"),
                Fact.fail("FAB-1", "fabric.status", "NVML_ERROR_UNKNOWN", "completed, NVML_ERROR_UNKNOWN"),
                Fact.fail("FAB-2", "fabric.healthMask", 0x1L, "degraded bandwidth"),
                Fact.fail("FAB-2", "fabric.healthMask", 0x4L, "a route being recovered"),
                Fact.fail("FAB-2", "fabric.healthMask", 0x10L, "an unhealthy route"),
                Fact.fail("FAB-2", "fabric.healthMask", 0x40L, "access timeouts"),
                Fact.fail("FAB-2", "fabric.healthMask", 0x300L, "incorrect configuration 3"),
                Fact.fail("FAB-2", "fabric.healthMask", 0x2000L, "no partition assigned"),
                Fact.pass("FAB-2", "fabric.healthMask", 0x11AAL, "no trouble"),
                Fact.fail("FAB-2", "fabric.healthSummary", "unhealthy", "summary: unhealthy")
                        .optional(),
                Fact.warn("FAB-2", "fabric.healthSummary", "limited", "limited").optional(),
                Fact.fail("FAB-2", "fabric.cliqueId", 5L, "another clique than GPU 0")
                        .optional(),
                Fact.fail("FAB-2", "fabric.clusterUuid", "01".repeat(16), "another cluster than GPU 0")
                        .optional());
    }

    @Test
    void t35_an_h100_that_gives_no_summary_and_a_mask_of_zero_passes() {
        HealthyNode h100 = NODE.with("fabric.healthMask", Reading.of(0L))
                .with("fabric.healthSummary", Reading.of("not supported"));

        assertThat(h100.gate("FAB-1").status()).isEqualTo(Status.PASS);
        assertThat(h100.gate("FAB-2").status()).isEqualTo(Status.PASS);
    }

    @Test
    void a_board_without_switches_and_a_gpu_alone_have_no_fabric_to_judge() {
        HealthyNode four = HealthyNode.of("h100-sxm", 4).withAll("fabric.state", Reading.of("not supported"));

        assertThat(four.gate("FAB-1").status()).isEqualTo(Status.SKIP);
        assertThat(four.gate("FAB-2").status()).isEqualTo(Status.SKIP);
        assertThat(HealthyNode.of("h100-sxm", 1).gate("FAB-1", 0).status()).isEqualTo(Status.SKIP);
        assertThat(HealthyNode.of("a100-sxm", 8).gate("FAB-1").seen()).isEqualTo("no fabric of NVSwitches here");
    }

    @Test
    void t31_a_fabric_still_being_set_up_is_explained_where_cuda_only_says_802() {
        HealthyNode early = NODE.withAll("fabric.state", Reading.of("in progress"));

        assertThat(early.gate("FAB-1").advice()).contains("wait a minute").contains("nvidia-fabricmanager");
        assertThat(early.gate("FAB-2").seen()).isEqualTo("the fabric is not set up: in progress");
    }
}
