package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.info.RowRemapping;

class ModeGatesTest extends FactTests {
    static Stream<Fact> facts() {
        return Stream.of(
                Fact.fail("MODE-1", "modes.mig", true, "MIG on"),
                Fact.fail("MODE-1", "modes.migPending", true, "on after the next reset")
                        .optional(),
                Fact.warn("MODE-2", "modes.persistence", false, "persistence mode off"),
                Fact.fail("MODE-3", "modes.computeMode", "PROHIBITED", "PROHIBITED"),
                Fact.warn("MODE-3", "modes.computeMode", "EXCLUSIVE_PROCESS", "one process only"),
                Fact.warn("MODE-3", "modes.computeMode", "7", "7"),
                Fact.fail("MODE-4", "ecc.enabled", false, "ECC off"),
                Fact.warn("MODE-4", "ecc.pending", false, "off after the next reset")
                        .optional(),
                Fact.warn("MODE-5", "modes.virtualization", "PASSTHROUGH", "virtual machine"),
                Fact.fail("MODE-5", "modes.virtualization", "VGPU", "VGPU"),
                Fact.warn("MODE-5", "modes.virtualization", "9", "mode 9"));
    }

    @Test
    void t16_under_mig_the_gate_says_mig_and_what_the_driver_then_hides_is_skipped() {
        String reason = "NVML_ERROR_NOT_SUPPORTED";
        HealthyNode mig = HealthyNode.of("h100-sxm", 2)
                .with("modes.mig", Reading.of(true))
                .with("remapping", RowRemapping.absent(reason))
                .with("processes", Reading.absent("NVML_ERROR_NO_PERMISSION"));

        assertThat(mig.gate("MODE-1").status()).isEqualTo(Status.FAIL);
        assertThat(mig.gate("MODE-1").advice()).contains("nvidia-smi -mig 0");
        assertThat(Stream.of("MEM-3", "MEM-4", "MEM-5").map(mig::gate))
                .extracting(GateResult::status, GateResult::seen)
                .containsOnly(org.assertj.core.groups.Tuple.tuple(Status.SKIP, reason));
        assertThat(mig.gate("PROC-1").status()).isEqualTo(Status.SKIP);
    }
}
