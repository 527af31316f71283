package org.servedyno.probe.gate.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.results.model.Reading;

class HardwareProfilesTest {
    @ParameterizedTest
    @CsvSource({
        "h100-sxm, NVIDIA H100 80GB HBM3, 0x233010DE, 81559",
        "h100-pcie, NVIDIA H100 PCIe, 0x233110DE, 81559",
        "h200-sxm, NVIDIA H200, 0x233510DE, 143771",
        "a100-sxm, NVIDIA A100-SXM4-80GB, 0x20B210DE, 81920",
        "b200, NVIDIA B200, 0x290110DE, 183359"
    })
    void each_product_has_its_name_id_and_memory(String id, String name, String pciDeviceId, double totalMiB) {
        HardwareProfile profile = HardwareProfiles.find(id).orElseThrow();

        assertThat(profile.productName()).isEqualTo(name);
        assertThat(profile.pciDeviceId()).isEqualTo(Long.decode(pciDeviceId));
        assertThat(profile.memory().totalMiB()).isEqualTo(Reading.of(totalMiB));
    }

    @ParameterizedTest
    @MethodSource("org.servedyno.probe.gate.profile.HardwareProfiles#names")
    void each_file_is_whole_and_names_the_source_of_each_value(String id) {
        assertThat(HardwareProfiles.find(id))
                .hasValueSatisfying(profile -> assertThat(profile.id()).isEqualTo(id));
    }

    @Test
    void an_unknown_product_has_none() {
        assertThat(HardwareProfiles.find("h100")).isEmpty();
        assertThat(HardwareProfiles.find("../sim/chip/h100-sxm")).isEmpty();
    }

    @Test
    void what_nobody_has_published_is_absent_and_says_so() {
        assertThat(HardwareProfiles.find("b200").orElseThrow().clocks().smMaxMhz())
                .isEqualTo(Reading.absent("the profile gives no clocks.smMaxMhz"));
    }

    private static HardwareProfile read(String text) throws IOException {
        return ProfileFile.read("test", new StringReader(text));
    }

    private static final String LEAST = """
            productName=NVIDIA X
            productName.source=a datasheet
            pciDeviceId=0x100010DE
            pciDeviceId.source=a list
            """;

    @Test
    void a_name_and_an_id_are_enough() throws IOException {
        HardwareProfile profile = read(LEAST + """
                powerDefaultWatts=400, 500
                powerDefaultWatts.source=two captures
                """);

        assertThat(profile.productName()).isEqualTo("NVIDIA X");
        assertThat(profile.powerDefaultWatts()).isEqualTo(Reading.of(Set.of(400.0, 500.0)));
        assertThat(profile.memory().totalMiB()).isEqualTo(Reading.absent("the profile gives no memory.totalMiB"));
    }

    @Test
    void all_problems_of_a_file_are_told_at_once() {
        assertThatThrownBy(() -> read("""
                productName=NVIDIA X
                pciDeviceId=chip
                pciDeviceId.source=a list
                nvlink.links=many
                nvlink.links.source=a rumour
                nvlink.fabric=maybe
                nvlink.fabric.source=a rumour
                pcie.with=16
                pcie.width.source=a datasheet
                """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "hardware profile test:",
                        "productName has no source",
                        "pciDeviceId can't be \"chip\"",
                        "nvlink.links can't be \"many\"",
                        "nvlink.fabric can't be \"maybe\"",
                        "pcie.with is not a key of a profile",
                        "pcie.width.source is the source of nothing");
        assertThatThrownBy(() -> read("")).hasMessageContainingAll("productName is missing", "pciDeviceId is missing");
    }
}
