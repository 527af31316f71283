package org.servedyno.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.GpuAffinity;
import org.servedyno.results.model.gpu.info.GpuClocks;
import org.servedyno.results.model.gpu.info.GpuIdentity;
import org.servedyno.results.model.gpu.info.GpuMemory;
import org.servedyno.results.model.gpu.info.GpuModes;
import org.servedyno.results.model.gpu.info.GpuThermals;
import org.servedyno.results.model.gpu.info.NvLinks;
import org.servedyno.results.model.gpu.info.PcieLink;

class ProbeReportTest {
    private static ProbeReport simulated(String simulate, int gpus, String expect) throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated(simulate, gpus, Optional.empty()))) {
            GateContext context = GateContext.nothingExpected(probe.sample())
                    .expecting(HardwareProfiles.find(expect), OptionalInt.of(gpus));
            GpuInventory inventory = probe.inventory();
            return new ProbeReport(inventory, Reading.absent("not asked"), PreflightGates.evaluate(inventory, context));
        }
    }

    private static void fits(String page) {
        assertThat(page.lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
        assertThat(page.lines()).allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
    }

    @Test
    void one_simulated_h100_is_shown() throws Exception {
        String page = simulated("h100-sxm", 1, "h100-sxm").text();

        fits(page);
        Golden.check("probe-1-h100.txt", page);
    }

    @Test
    void eight_simulated_h100_are_shown_with_their_topology() throws Exception {
        String page = simulated("h100-sxm", 8, "h100-sxm").text();

        fits(page);
        Golden.check("probe-8-h100.txt", page);
    }

    @Test
    void another_product_than_expected_is_told_with_the_next_step() throws Exception {
        String page = simulated("h200-sxm", 2, "h100-sxm").text();

        fits(page);
        Golden.check("probe-2-h200-expected-h100.txt", page);
    }

    @Test
    void one_bad_gpu_of_eight_is_named_with_what_to_do_about_it() throws Exception {
        ProbeReport healthy = simulated("h100-sxm", 8, "h100-sxm");
        List<GateResult> gates = healthy.gates().stream()
                .map(gate -> gate.id().equals("MEM-1") && gate.gpu().getAsInt() == 3
                        ? new GateResult(
                                gate.id(),
                                gate.gpu(),
                                GateResult.Status.FAIL,
                                GateResult.Effect.INVALID,
                                gate.expected(),
                                "2 uncorrected",
                                "reset the GPU")
                        : gate)
                .toList();
        String page = new ProbeReport(healthy.inventory(), Reading.absent("not asked"), gates).text();

        fits(page);
        Golden.check("probe-8-h100-one-bad.txt", page);
    }

    @Test
    void real_gpus_have_no_banner_and_absent_values_have_their_reason() throws IOException {
        String reason = "NVML_ERROR_NOT_SUPPORTED from nvmlDeviceGetSomethingWithAVeryLongNameIndeed_v3";
        GpuInfo nothing = GpuInfo.unreadable(0, "GPU-00000000-0000-0000-0000-000000000000", reason);
        GpuInfo gpu = new GpuInfo(
                0,
                nothing.uuid(),
                new GpuIdentity(
                        Reading.of("NVIDIA GeForce RTX 3060 Laptop GPU"),
                        Reading.of("00000000:01:00.0"),
                        Reading.of(0x256010DEL),
                        nothing.identity().pciSubsystemId(),
                        nothing.identity().serial(),
                        nothing.identity().boardPartNumber(),
                        Reading.of("94.06.19.00.51"),
                        nothing.identity().inforomImage(),
                        nothing.identity().minorNumber(),
                        nothing.identity().moduleId(),
                        nothing.identity().architecture(),
                        nothing.identity().computeCapability(),
                        nothing.identity().cores()),
                new GpuMemory(
                        Reading.of(6144.0),
                        nothing.memory().reservedMiB(),
                        Reading.of(4.5),
                        nothing.memory().freeMiB(),
                        nothing.memory().busWidthBits(),
                        nothing.memory().bar1TotalMiB(),
                        nothing.memory().bar1UsedMiB()),
                nothing.ecc(),
                nothing.remapping(),
                new PcieLink(
                        Reading.of(4),
                        Reading.of(16),
                        Reading.of(4),
                        Reading.of(16),
                        nothing.pcie().replays(),
                        nothing.pcie().fatalErrors(),
                        nothing.pcie().nonFatalErrors()),
                NvLinks.absent("NVML_ERROR_NOT_SUPPORTED from nvmlDeviceGetNvLinkState"),
                nothing.fabric(),
                new GpuModes(
                        nothing.modes().mig(),
                        nothing.modes().migPending(),
                        Reading.of(false),
                        nothing.modes().computeMode(),
                        nothing.modes().virtualization()),
                nothing.power(),
                new GpuClocks(
                        Reading.of(2100),
                        Reading.of(7001),
                        Reading.of(2100),
                        nothing.clocks().videoMaxMhz(),
                        nothing.clocks().smMhz(),
                        nothing.clocks().memoryMhz(),
                        nothing.clocks().eventReasons(),
                        nothing.clocks().performanceState()),
                new GpuThermals(
                        Reading.of(41),
                        nothing.thermals().memoryTemperatureC(),
                        nothing.thermals().marginC(),
                        nothing.thermals().slowdownOffsetC(),
                        nothing.thermals().shutdownOffsetC(),
                        nothing.thermals().slowdownC(),
                        nothing.thermals().shutdownC()),
                new GpuAffinity(
                        Reading.absent("the system names no NUMA node for 0000:01:00.0"), Reading.absent(reason)),
                nothing.repair(),
                Reading.of(List.of(new GpuProcess(812L, "compute", Reading.of(4.5)))));
        List<List<Reading<String>>> self = List.of(List.of(Reading.of("X")));
        GpuInventory inventory = new GpuInventory(
                "nvml /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.550.163.01",
                false,
                ClockAnchor.now(),
                Reading.of("550.163.01"),
                Reading.of("12.550.163.01"),
                Reading.of("12.4"),
                List.of(gpu),
                Reading.of(new GpuTopology(self, self)));
        List<GateResult> gates = PreflightGates.evaluate(inventory, GateContext.nothingExpected(List.of()));
        String page = new ProbeReport(inventory, Reading.absent("not asked"), gates).text();

        fits(page);
        assertThat(page).doesNotContain("SIMULATED");
        Golden.check("probe-1-laptop.txt", page);
    }

    @Test
    void a_matrix_of_sixteen_gpus_is_split_to_fit() throws Exception {
        fits(simulated("h100-sxm", 16, "h100-sxm").text());
    }
}
