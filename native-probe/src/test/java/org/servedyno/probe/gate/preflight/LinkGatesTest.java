package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.gate.Gates;
import org.servedyno.probe.gate.Records;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.NvLinks.Lane;

class LinkGatesTest extends FactTests {
    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 8);

    static Stream<Fact> facts() {
        return Stream.of(
                Fact.fail("NVL-1", "nvlink.lanes", changed("active", false, 7, 11), "16 active, inactive: 7, 11"),
                Fact.fail("NVL-1", "nvlink.lanes", lanes().subList(0, 12), "12 active, 12 present"),
                Fact.fail("NVL-2", "nvlink.lanes", changed("speedMBps", 13_281, 4), "13281 MB/s and more, slow: 4"),
                Fact.warn("NVL-4", "nvlink.lanes", changed("remote", "UNKNOWN", 0), "SWITCH, UNKNOWN"),
                Fact.warn("NVL-4", "nvlink.lanes", changed("remote", "GPU", 0), "GPU, SWITCH"));
    }

    private static List<Lane> lanes() {
        return NODE.inventory().gpus().get(0).nvlink().lanes().toOptional().orElseThrow();
    }

    private static List<Lane> changed(String fact, Object value, int... links) {
        List<Lane> lanes = new ArrayList<>(lanes());
        IntStream.of(links).forEach(link -> lanes.set(link, Records.with(lanes.get(link), fact, Reading.of(value))));
        return lanes;
    }

    private static List<Lane> all(String fact, Reading<?> value) {
        return lanes().stream().map(lane -> Records.with(lane, fact, value)).toList();
    }

    @Test
    void t33_nvmls_version_6_is_nvlink_4_and_another_number_is_only_noted() {
        assertThat(lanes()).allSatisfy(lane -> assertThat(lane.version()).isEqualTo(Reading.of(6)));
        assertThat(NODE.gate("NVL-1").seen()).isEqualTo("18 active");

        GateResult noted = NODE.with("nvlink.lanes", Reading.of(all("version", Reading.of(4))))
                .gate("NVL-1");
        assertThat(noted.status()).isEqualTo(Status.PASS);
        assertThat(noted.seen()).isEqualTo("18 active, NVML's version number 4 instead of 6");
    }

    @Test
    void speeds_and_remote_ends_that_cannot_be_read_skip_their_gates() {
        Reading<Object> absent = Reading.absent("NVML_ERROR_NO_PERMISSION");
        HealthyNode slow = NODE.with("nvlink.lanes", Reading.of(all("speedMBps", absent)));
        HealthyNode hidden = NODE.with("nvlink.lanes", Reading.of(all("remote", absent)));

        assertThat(slow.gate("NVL-2").seen()).isEqualTo("NVML_ERROR_NO_PERMISSION");
        assertThat(slow.gate("NVL-2").status()).isEqualTo(Status.SKIP);
        assertThat(hidden.gate("NVL-4").status()).isEqualTo(Status.SKIP);
    }

    @Test
    void in_a_virtual_machine_the_switches_may_be_hidden() {
        HealthyNode hidden = NODE.with("nvlink.lanes", Reading.of(all("remote", Reading.of("UNKNOWN"))));

        assertThat(hidden.gate("NVL-4").status()).isEqualTo(Status.WARN);
        assertThat(hidden.with("modes.virtualization", Reading.of("PASSTHROUGH"))
                        .gate("NVL-4")
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void a_board_of_four_gpus_has_no_switches() {
        HealthyNode four =
                HealthyNode.of("h100-sxm", 4).with("nvlink.lanes", Reading.of(all("remote", Reading.of("GPU"))));

        assertThat(four.gate("NVL-4").status()).isEqualTo(Status.SKIP);
        assertThat(four.gate("NVL-4").seen()).isEqualTo("only boards of 8 GPUs have NVSwitches");
    }

    private static HealthyNode pair(Reading<String> status) {
        List<List<Reading<String>>> p2p = List.of(List.of(Reading.of("X"), status), List.of(status, Reading.of("X")));
        return HealthyNode.of("h100-sxm", 2).withNode("topology", Reading.of(new GpuTopology(p2p, p2p)));
    }

    @Test
    void t18_active_links_help_nothing_where_a_pair_has_no_peer_access_and_the_pair_is_named() {
        HealthyNode broken = pair(Reading.of("NOT_SUPPORTED"));

        assertThat(broken.gate("NVL-1").status()).isEqualTo(Status.PASS);
        assertThat(broken.gate("NVL-3").status()).isEqualTo(Status.FAIL);
        assertThat(broken.gate("NVL-3").seen()).isEqualTo("1 of 1 pairs: 0-1 NOT_SUPPORTED");
        assertThat(pair(Reading.of("OK")).gate("NVL-3").status()).isEqualTo(Status.PASS);
        assertThat(pair(Reading.absent("NVML_ERROR_UNKNOWN")).gate("NVL-3").status())
                .isEqualTo(Status.SKIP);
    }

    @Test
    void t19_with_a_switch_at_every_far_end_the_pairs_are_judged_by_their_peer_status() {
        assertThat(NODE.gate("NVL-4").seen()).isEqualTo("SWITCH");
        assertThat(NODE.gate("NVL-3").seen()).isEqualTo("28 of 28 pairs");
    }

    @Test
    void one_gpu_in_use_needs_no_peer_and_the_others_are_not_judged() {
        HealthyNode first = pair(Reading.of("NOT_SUPPORTED"))
                .with("modes.mig", Reading.of(true))
                .in(context -> context.using(Set.of(0)));

        assertThat(first.gate("NVL-3").status()).isEqualTo(Status.SKIP);
        assertThat(Gates.failed(first.gates())).isEmpty();
    }

    @Test
    void gpus_without_nvlink_need_no_peer_access_over_it_unless_it_is_expected() {
        HealthyNode bare =
                pair(Reading.of("NOT_SUPPORTED")).withAll("nvlink.lanes", Reading.absent("NVML_ERROR_NOT_SUPPORTED"));

        assertThat(bare.gate("NVL-3").status()).isEqualTo(Status.FAIL);
        assertThat(bare.in(context -> context.expecting(Optional.empty(), OptionalInt.empty()))
                        .gate("NVL-3")
                        .seen())
                .isEqualTo("no NVLink is active here");
    }
}
