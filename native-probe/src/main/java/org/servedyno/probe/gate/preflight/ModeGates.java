package org.servedyno.probe.gate.preflight;

import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** Gates on how a GPU is set. */
final class ModeGates {
    private ModeGates() {}

    static GateResult mig(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("MODE-1", gpu.index(), "MIG off", "switch it off: nvidia-smi -mig 0, then reset the GPU");
        return rule.on(gpu.modes().mig(), on -> {
            if (!on && pending(gpu.modes().migPending(), true)) {
                return rule.fail("MIG off, on after the next reset");
            }
            return rule.failUnless(!on, onOff("MIG", on));
        });
    }

    static GateResult persistence(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "MODE-2",
                gpu.index(),
                "persistence mode on",
                "switch it on: nvidia-smi -pm 1; without it counters restart when the last client leaves");
        return rule.on(gpu.modes().persistence(), on -> rule.warnUnless(on, onOff("persistence mode", on)));
    }

    static GateResult computeMode(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu("MODE-3", gpu.index(), "compute mode DEFAULT", "set it: nvidia-smi -c DEFAULT");
        return rule.on(gpu.modes().computeMode(), mode -> switch (mode) {
            case "DEFAULT" -> rule.pass(mode);
            case "PROHIBITED" -> rule.fail(mode + ": no process may use it");
            case "EXCLUSIVE_PROCESS" -> rule.warn(mode + ": one process only");
            default -> rule.warn(mode);
        });
    }

    static GateResult ecc(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "MODE-4",
                gpu.index(),
                "ECC on, and on after the next reset",
                "switch it on: nvidia-smi -e 1, then reset the GPU");
        return rule.on(gpu.ecc().enabled(), on -> {
            if (on && pending(gpu.ecc().pending(), false)) {
                return rule.warn("ECC on, off after the next reset");
            }
            return rule.failUnless(on, onOff("ECC", on));
        });
    }

    static GateResult virtualization(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "MODE-5",
                gpu.index(),
                "bare metal, or passed through whole",
                "a vGPU shares its chip: measure on a whole GPU");
        return rule.on(gpu.modes().virtualization(), mode -> switch (mode) {
            case "NONE" -> rule.pass("bare metal");
            case "PASSTHROUGH" ->
                rule.advising("say in the report that it ran in a virtual machine")
                        .warn("passed through to a virtual machine");
            case "VGPU", "HOST_VGPU", "HOST_VSGA" -> rule.fail(mode);
            default -> rule.warn("mode " + mode);
        });
    }

    private static boolean pending(Reading<Boolean> reading, boolean value) {
        return reading.toOptional().filter(pending -> pending == value).isPresent();
    }

    private static String onOff(String what, boolean on) {
        return what + (on ? " on" : " off");
    }
}
