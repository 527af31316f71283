package org.servedyno.probe.nvml.facts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.results.model.Reading;

class PciAddressTest {
    private static final String CALL = "nvmlDeviceGetPciInfo_v3";

    @ParameterizedTest
    @CsvSource({
        "00000000:19:00.0, 00000000:19:00.0",
        "0000:19:00.0, 00000000:19:00.0",
        "0000:c9:00.0, 00000000:C9:00.0",
        "10000:5d:00.0, 00010000:5D:00.0"
    })
    void t15_an_address_has_one_form_whoever_wrote_it(String text, String normal) {
        assertThat(PciAddress.of(text, CALL)).isEqualTo(Reading.of(normal));
    }

    @ParameterizedTest
    @ValueSource(strings = {"19:00.0", "0000:19:00", "0000:19:00.8", "pci"})
    void a_text_that_is_no_address_is_absent(String text) {
        assertThat(PciAddress.of(text, CALL)).isEqualTo(Reading.absent("no PCI address from " + CALL));
    }

    @Test
    void an_empty_text_is_absent() {
        assertThat(PciAddress.of("", CALL)).isEqualTo(Reading.absent("an empty address from " + CALL));
    }
}
