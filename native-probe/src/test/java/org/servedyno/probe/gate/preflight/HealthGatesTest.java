package org.servedyno.probe.gate.preflight;

import java.util.stream.Stream;

class HealthGatesTest extends FactTests {
    static Stream<Fact> facts() {
        return Stream.of(
                Fact.fail("MEM-1", "ecc.volatileUncorrected", 1L, "1 uncorrected"),
                Fact.pass("MEM-2", "ecc.volatileSramCorrected", 10_000L, "SRAM 10000"),
                Fact.warn("MEM-2", "ecc.volatileSramCorrected", 10_001L, "SRAM 10001"),
                Fact.warn("MEM-2", "ecc.volatileDramCorrected", 20_000_001L, "DRAM 20000001"),
                Fact.fail("MEM-3", "remapping.pending", true, "a row waits"),
                Fact.fail("MEM-4", "remapping.failed", true, "could not be replaced"),
                Fact.pass("MEM-4", "remapping.uncorrectable", 511, "511 rows"),
                Fact.fail("MEM-4", "remapping.uncorrectable", 512, "512 rows"),
                Fact.warn("MEM-5", "remapping.banksExhausted", 2, "2 banks without any"),
                Fact.fail("MEM-6", "ecc.sramThresholdExceeded", true, "threshold exceeded"),
                Fact.fail("RAS-1", "repair.recoveryAction", "reset", "reset"),
                Fact.fail("RAS-1", "repair.recoveryAction", "reboot", "reboot"),
                Fact.fail("RAS-1", "repair.recoveryAction", "drain+reset", "drain+reset"),
                Fact.warn("RAS-1", "repair.recoveryAction", "drain-p2p", "drain-p2p"),
                Fact.warn("RAS-1", "repair.recoveryAction", "imex", "imex"),
                Fact.warn("RAS-1", "repair.recoveryAction", "6", "6"),
                Fact.fail("RAS-2", "repair.inforomIntact", false, "corrupted"));
    }
}
