package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult.Status;

class IdentityGatesTest extends FactTests {
    static Stream<Fact> facts() {
        return Stream.of(
                Fact.fail("INV-2", "identity.name", "NVIDIA H100 PCIe", "NVIDIA H100 PCIe"),
                Fact.fail("INV-2", "identity.pciDeviceId", 0x232410DEL, "232410DE): another chip")
                        .optional(),
                Fact.fail(
                                "INV-2",
                                "identity.pciSubsystemId",
                                0x165810DEL,
                                "board 165810DE, known are 16C010DE, 16C110DE")
                        .optional(),
                Fact.pass("INV-2", "identity.pciSubsystemId", 0x18BE1028L, "NVIDIA H100")
                        .optional(),
                Fact.fail("INV-2", "identity.architecture", 8, "architecture 8, not 9")
                        .optional(),
                Fact.fail("INV-3", "memory.totalMiB", 40_000.0, "40000 MiB"),
                Fact.pass("INV-3", "memory.totalMiB", 81_300.0, "81300 MiB"),
                Fact.fail("INV-3", "memory.busWidthBits", 4096, "4096-bit bus").optional(),
                Fact.fail("INV-3", "identity.cores", 14592, "14592 cores").optional(),
                Fact.fail("PCIE-1", "pcie.generation", 4, "gen4 x16"),
                Fact.pass("PCIE-1", "pcie.generation", 6, "gen6 x16"),
                Fact.fail("PCIE-1", "pcie.width", 8, "gen5 x8"));
    }

    @Test
    void a_slower_pcie_link_at_rest_is_looked_at_again_under_load() {
        HealthyNode resting = HealthyNode.of("h100-sxm", 2)
                .with("pcie.generation", Reading.of(1))
                .with("clocks.performanceState", Reading.of(8));

        assertThat(resting.gate("PCIE-1").status()).isEqualTo(Status.WARN);
        assertThat(resting.gate("PCIE-1").seen()).isEqualTo("gen1 x16 at rest; look again under load");
    }

    @Test
    void the_number_of_sms_is_taken_from_cuda() {
        HealthyNode node = HealthyNode.of("h100-sxm", 2);

        assertThat(node.in(context -> context.withCuda(Reading.of(CudaAnswers.of(node.inventory(), 132))))
                        .gate("INV-3")
                        .status())
                .isEqualTo(Status.PASS);
        assertThat(node.in(context -> context.withCuda(Reading.of(CudaAnswers.of(node.inventory(), 114))))
                        .gate("INV-3")
                        .seen())
                .isEqualTo("81559 MiB, 114 SMs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"INV-2", "INV-3", "PCIE-1", "NVL-1", "NVL-2", "NVL-4", "CLK-1"})
    void an_unknown_chip_has_no_profile_to_compare_with(String id) {
        HealthyNode unknown =
                HealthyNode.of("h100-sxm", 2).in(context -> context.expecting(Optional.empty(), OptionalInt.empty()));

        assertThat(unknown.gate(id).status()).isEqualTo(Status.SKIP);
        assertThat(unknown.gate(id).seen()).startsWith("no profile");
    }

    @Test
    void what_a_profile_does_not_give_is_not_judged() {
        HealthyNode node = HealthyNode.of("h100-sxm", 8)
                .in(context -> context.expecting(HardwareProfiles.find("h100-pcie"), OptionalInt.of(8)));

        assertThat(node.gate("NVL-1").seen()).isEqualTo("the profile gives no nvlink.links");
        assertThat(node.gate("NVL-2").seen()).isEqualTo("the profile gives no nvlink.leastMBps");
        assertThat(node.gate("NVL-3").status()).isEqualTo(Status.SKIP);
    }
}
