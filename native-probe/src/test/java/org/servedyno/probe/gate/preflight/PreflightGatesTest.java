package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Gates;
import org.servedyno.probe.gate.Records;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuInventory;

class PreflightGatesTest {
    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 8);

    /** All that can be known beside the inventory, as healthy as the node. */
    private static HealthyNode knownWhole(HealthyNode node) {
        GpuInventory before = Records.with(
                Records.with(
                        node.inventory(),
                        "readAt.monotonicNs",
                        node.inventory().readAt().monotonicNs() - 60_000_000_000L),
                "readAt.wall",
                node.inventory().readAt().wall().minusSeconds(60));
        return node.in(context -> context.withEnvironment(Map.of("HOME", "/root"))
                .withCuda(Reading.of(
                        CudaAnswers.of(node.inventory(), 132).withDeep(Reading.of(CudaAnswers.deep(8, 54, 2500, 360)))))
                .after(before));
    }

    @Test
    void every_gate_passes_on_a_healthy_node_of_which_all_is_known() {
        List<GateResult> results = knownWhole(NODE).gates();

        assertThat(results).allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.PASS));
        assertThat(Gates.validity(results)).isEqualTo(Validity.VALID);
        assertThat(results.stream().map(GateResult::id).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "LIB-1", "LIB-2", "LIB-3", "ENV-1", "INV-1", "INV-2", "INV-3", "INV-4", "MODE-1", "MODE-2",
                        "MODE-3", "MODE-4", "MODE-5", "MEM-1", "MEM-2", "MEM-3", "MEM-4", "MEM-5", "MEM-6", "MEM-7",
                        "PROC-1", "NVL-1", "NVL-2", "NVL-3", "NVL-4", "NVL-5", "FAB-1", "FAB-2", "PCIE-1", "PCIE-2",
                        "PWR-1", "THR-1", "THR-2", "TMP-1", "CLK-1", "RAS-1", "RAS-2", "PERF-1");
    }

    @Test
    void a_simulated_node_skips_only_what_needs_cuda_an_environment_or_an_earlier_look() {
        List<GateResult> results = NODE.gates();

        assertThat(results).allSatisfy(result -> assertThat(result.status()).isIn(Status.PASS, Status.SKIP));
        assertThat(results.stream()
                        .filter(result -> result.status() == Status.SKIP)
                        .map(GateResult::id)
                        .distinct())
                .containsExactly("LIB-3", "ENV-1", "PERF-1", "NVL-5", "PCIE-2");
    }

    @ParameterizedTest
    @MethodSource("org.servedyno.probe.sim.SimulatedProbe#chips")
    void every_simulated_product_passes_its_own_gates(String profile) {
        assertThat(HealthyNode.of(profile, 8).gates())
                .allSatisfy(result -> assertThat(result.status()).isIn(Status.PASS, Status.SKIP));
    }

    @Test
    void with_nothing_expected_only_what_needs_no_product_is_judged() {
        HealthyNode unknown = NODE.in(context -> GateContext.nothingExpected(List.of()));

        assertThat(Gates.failed(unknown.gates())).isEmpty();
        assertThat(unknown.gate("INV-2").status()).isEqualTo(Status.SKIP);
        assertThat(unknown.gate("INV-2").seen()).contains("--expect");
        assertThat(unknown.gate("MODE-1").status()).isEqualTo(Status.PASS);
    }

    @Test
    void the_worst_effect_decides_and_every_reason_is_kept() {
        HealthyNode bad = NODE.with("power.enforcedWatts", Reading.of(650.0));
        assertThat(Gates.validity(bad.gates()))
                .isEqualTo(new Validity(Validity.State.SUSPECT, List.of("PWR-1 GPU 1: 650 W of 700 W")));

        assertThat(Gates.validity(bad.with("modes.mig", Reading.of(true)).gates()))
                .isEqualTo(new Validity(
                        Validity.State.INVALID, List.of("MODE-1 GPU 1: MIG on", "PWR-1 GPU 1: 650 W of 700 W")));
    }
}
