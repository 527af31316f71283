package org.servedyno.probe.gate.preflight;

import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** Gates on how a GPU is set: MIG, persistence, ECC. */
final class ModeGates {
    private ModeGates() {}

    static GateResult mig(GpuInfo gpu, GateContext context) {
        Rule rule = Rule.gpu("MODE-1", gpu.index(), "MIG off", "switch it off: nvidia-smi -mig 0");
        return rule.on(gpu.modes().mig(), on -> rule.failUnless(!on, onOff("MIG", on)));
    }

    static GateResult persistence(GpuInfo gpu, GateContext context) {
        Rule rule = Rule.gpu(
                "MODE-2",
                gpu.index(),
                "persistence mode on",
                "switch it on: nvidia-smi -pm 1; without it counters restart when the last client leaves");
        return rule.on(
                gpu.modes().persistence(),
                on -> on ? rule.pass(onOff("persistence mode", true)) : rule.warn(onOff("persistence mode", false)));
    }

    static GateResult ecc(GpuInfo gpu, GateContext context) {
        Rule rule = Rule.gpu("MODE-4", gpu.index(), "ECC on", "switch it on: nvidia-smi -e 1, then reset the GPU");
        return rule.on(gpu.ecc().enabled(), on -> rule.failUnless(on, onOff("ECC", on)));
    }

    private static String onOff(String what, boolean on) {
        return what + (on ? " on" : " off");
    }
}
