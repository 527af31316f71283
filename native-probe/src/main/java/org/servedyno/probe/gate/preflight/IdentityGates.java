package org.servedyno.probe.gate.preflight;

import java.util.Locale;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Rule;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;

/** Gates on what a GPU is: the declared product, with its memory and its links. */
final class IdentityGates {
    private static final double MEMORY_TOLERANCE = 0.005;

    private IdentityGates() {}

    static GateResult product(GpuInfo gpu, GateContext context) {
        if (context.profile().isEmpty()) {
            return Rule.gpu("INV-2", gpu.index(), "the declared product", "").skip(GpuGate.NO_PROFILE);
        }
        HardwareProfile profile = context.profile().get();
        Rule rule = Rule.gpu(
                "INV-2",
                gpu.index(),
                named(profile.productName(), profile.pciDeviceId()),
                "run on the hardware the plan names, or change the plan");
        return rule.on(gpu.identity().name(), name -> {
            Reading<Long> id = gpu.identity().pciDeviceId();
            boolean sameId =
                    id.toOptional().map(pci -> pci == profile.pciDeviceId()).orElse(true);
            String seen = id.toOptional().map(pci -> named(name, pci)).orElse(name);
            return rule.failUnless(name.equals(profile.productName()) && sameId, seen);
        });
    }

    private static String named(String name, long pciDeviceId) {
        return String.format(Locale.ROOT, "%s (%08X)", name, pciDeviceId);
    }

    static GateResult memorySize(GpuInfo gpu, GateContext context) {
        if (context.profile().isEmpty()) {
            return Rule.gpu("INV-3", gpu.index(), "the product's memory", "").skip(GpuGate.NO_PROFILE);
        }
        double expectedMiB = context.profile().get().memoryTotalMiB();
        Rule rule = Rule.gpu(
                "INV-3",
                gpu.index(),
                String.format(Locale.ROOT, "%.0f MiB within 0.5 %%", expectedMiB),
                "check for MIG, a vGPU, or another product with the same name");
        return rule.on(
                gpu.memory().totalMiB(),
                totalMiB -> rule.failUnless(
                        Math.abs(totalMiB - expectedMiB) <= MEMORY_TOLERANCE * expectedMiB,
                        String.format(Locale.ROOT, "%.0f MiB", totalMiB)));
    }

    static GateResult nvlinks(GpuInfo gpu, GateContext context) {
        if (context.profile().isEmpty()) {
            return Rule.gpu("NVL-1", gpu.index(), "all NVLinks active", "").skip(GpuGate.NO_PROFILE);
        }
        int expected = context.profile().get().nvlinkLinks();
        Rule rule = Rule.gpu(
                "NVL-1",
                gpu.index(),
                expected + " NVLinks active",
                "see nvidia-smi nvlink -s; a link that stays down needs a reset or a repair");
        return rule.on(gpu.nvlink().active(), links -> rule.failUnless(links >= expected, links + " active"));
    }

    static GateResult pcie(GpuInfo gpu, GateContext context) {
        if (context.profile().isEmpty()) {
            return Rule.gpu("PCIE-1", gpu.index(), "the product's PCIe link", "")
                    .skip(GpuGate.NO_PROFILE);
        }
        HardwareProfile profile = context.profile().get();
        Rule rule = Rule.gpu(
                "PCIE-1",
                gpu.index(),
                link(profile.pcieGeneration(), profile.pcieWidth()),
                "reseat the board, or check the slot and the BIOS setting");
        return rule.on(
                gpu.pcie().generation(),
                generation -> rule.on(
                        gpu.pcie().width(),
                        width -> rule.failUnless(
                                generation >= profile.pcieGeneration() && width >= profile.pcieWidth(),
                                link(generation, width))));
    }

    private static String link(int generation, int width) {
        return "gen" + generation + " x" + width;
    }
}
