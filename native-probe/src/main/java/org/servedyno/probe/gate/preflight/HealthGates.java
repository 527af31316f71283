package org.servedyno.probe.gate.preflight;

import java.util.Locale;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** Gates on errors of the memory, and on what the driver says must be repaired. */
final class HealthGates {
    /** Corrected errors above which Azure's node checks act, SRAM and DRAM. */
    private static final long SRAM_CORRECTED = 10_000;

    private static final long DRAM_CORRECTED = 20_000_000;

    /** Rows replaced for uncorrectable errors at which DCGM and Azure give a board up. */
    private static final int REMAPPED_ROWS = 512;

    private static final String REPLACE = "have the board replaced; keep the output of nvidia-bug-report.sh";
    private static final String RESET = "reset the GPU: nvidia-smi -r, or restart the node";

    private HealthGates() {}

    static GateResult uncorrected(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("MEM-1", gpu.index(), "no uncorrected ECC error since the driver was loaded", RESET);
        return rule.on(
                gpu.ecc().volatileUncorrected(),
                errors -> rule.failUnless(errors == 0, errors == 0 ? "none" : errors + " uncorrected"));
    }

    static GateResult corrected(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "MEM-2",
                gpu.index(),
                "at most 10000 corrected ECC errors in SRAM and 20 million in DRAM",
                "watch this board: errors this frequent cost time and precede uncorrectable ones");
        return rule.on(
                gpu.ecc().volatileSramCorrected(),
                sram -> rule.on(
                        gpu.ecc().volatileDramCorrected(),
                        dram -> rule.warnUnless(
                                sram <= SRAM_CORRECTED && dram <= DRAM_CORRECTED,
                                String.format(Locale.ROOT, "SRAM %d, DRAM %d", sram, dram))));
    }

    static GateResult remapPending(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("MEM-3", gpu.index(), "no row of memory waiting to be replaced", RESET);
        return rule.on(
                gpu.remapping().pending(),
                pending -> rule.failUnless(!pending, pending ? "a row waits for a reset" : "none"));
    }

    static GateResult remapFailed(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "MEM-4",
                gpu.index(),
                "no failed replacement, fewer than " + REMAPPED_ROWS + " rows replaced for uncorrectable errors",
                REPLACE);
        return rule.on(
                gpu.remapping().failed(),
                failed -> rule.on(gpu.remapping().uncorrectable(), rows -> {
                    String seen = rows + " rows" + (failed ? ", and one could not be replaced" : "");
                    return rule.failUnless(!failed && rows < REMAPPED_ROWS, seen);
                }));
    }

    static GateResult spareRows(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("MEM-5", gpu.index(), "spare rows left in every bank", "plan to replace this board");
        return rule.on(
                gpu.remapping().banksExhausted(),
                banks -> rule.warnUnless(banks == 0, banks == 0 ? "all banks" : banks + " banks without any"));
    }

    static GateResult sramThreshold(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("MEM-6", gpu.index(), "SRAM errors below the board's threshold", REPLACE);
        return rule.on(
                gpu.ecc().sramThresholdExceeded(),
                exceeded -> rule.failUnless(!exceeded, exceeded ? "threshold exceeded" : "below"));
    }

    static GateResult recovery(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("RAS-1", gpu.index(), "the driver asks for no recovery", "do what it asks for");
        return rule.on(gpu.repair().recoveryAction(), action -> switch (action) {
            case "none" -> rule.pass(action);
            case "reset" -> rule.advising(RESET).fail(action);
            case "reboot" -> rule.advising("restart the node").fail(action);
            case "drain+reset" ->
                rule.advising("end what runs on the GPU, then reset it: nvidia-smi -r")
                        .fail(action);
            default -> rule.warn(action);
        });
    }

    static GateResult inforom(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("RAS-2", gpu.index(), "the inforom is whole", REPLACE);
        return rule.on(gpu.repair().inforomIntact(), intact -> rule.failUnless(intact, intact ? "whole" : "corrupted"));
    }
}
