package org.servedyno.probe.nvml;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.info.EccState;
import org.servedyno.results.model.gpu.info.GpuAffinity;
import org.servedyno.results.model.gpu.info.GpuClocks;
import org.servedyno.results.model.gpu.info.GpuIdentity;
import org.servedyno.results.model.gpu.info.GpuMemory;
import org.servedyno.results.model.gpu.info.GpuModes;
import org.servedyno.results.model.gpu.info.GpuThermals;
import org.servedyno.results.model.gpu.info.PcieLink;
import org.servedyno.results.model.gpu.info.PowerLimits;

/** Reads the standing facts of every device. */
final class NvmlInventory {
    private static final int NAME_BYTES = 96;
    private static final int VBIOS_BYTES = 32;
    private static final int CLOCK_SM = 1;
    private static final int CLOCK_MEMORY = 2;

    private final NvmlSession session;
    private final NumaNodes numaNodes;

    NvmlInventory(NvmlSession session, NumaNodes numaNodes) {
        this.session = session;
        this.numaNodes = numaNodes;
    }

    GpuInventory read(List<Reading<NvmlDevice>> devices) {
        List<GpuInfo> gpus = new ArrayList<>();
        for (int index = 0; index < devices.size(); index++) {
            Reading<NvmlDevice> device = devices.get(index);
            int at = index;
            gpus.add(device.map(this::info)
                    .toOptional()
                    .orElseGet(() -> GpuInfo.unreadable(
                            at, unnamed(at), device.absentReason().orElse("not read"))));
        }
        return new GpuInventory(
                "nvml " + session.library().file(),
                false,
                ClockAnchor.now(),
                session.driverVersion(),
                Reading.absent("not read by this version"),
                session.cudaDriverVersion(),
                gpus,
                Reading.of(NvmlTopology.of(devices)));
    }

    private GpuInfo info(NvmlDevice device) {
        String later = "not read by this version";
        NvmlDevice.MemoryUse memory = device.memory();
        NvmlDevice.Pci pci = device.pci();
        GpuInfo none = GpuInfo.unreadable(device.index(), "", later);
        return new GpuInfo(
                device.index(),
                device.text("nvmlDeviceGetUUID", NAME_BYTES).toOptional().orElseGet(() -> unnamed(device.index())),
                new GpuIdentity(
                        device.text("nvmlDeviceGetName", NAME_BYTES),
                        pci.busId(),
                        pci.deviceId(),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        device.text("nvmlDeviceGetVbiosVersion", VBIOS_BYTES),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later)),
                new GpuMemory(
                        memory.totalMiB(),
                        Reading.absent(later),
                        memory.usedMiB(),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later)),
                new EccState(
                        device.currentMode("nvmlDeviceGetEccMode"),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later)),
                none.remapping(),
                new PcieLink(
                        device.number("nvmlDeviceGetCurrPcieLinkGeneration"),
                        device.number("nvmlDeviceGetCurrPcieLinkWidth"),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later)),
                NvmlLinks.lanes(device),
                none.fabric(),
                new GpuModes(
                        device.currentMode("nvmlDeviceGetMigMode"),
                        Reading.absent(later),
                        device.number("nvmlDeviceGetPersistenceMode").map(mode -> mode == 1),
                        Reading.absent(later),
                        Reading.absent(later)),
                new PowerLimits(
                        device.watts("nvmlDeviceGetEnforcedPowerLimit"),
                        Reading.absent(later),
                        device.watts("nvmlDeviceGetPowerManagementDefaultLimit"),
                        Reading.absent(later),
                        Reading.absent(later)),
                new GpuClocks(
                        device.number("nvmlDeviceGetMaxClockInfo", CLOCK_SM),
                        device.number("nvmlDeviceGetMaxClockInfo", CLOCK_MEMORY),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later)),
                new GpuThermals(
                        device.temperatureC(),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later),
                        Reading.absent(later)),
                new GpuAffinity(numaNode(pci), Reading.absent(later)),
                none.repair(),
                NvmlProcesses.of(device));
    }

    private Reading<Integer> numaNode(NvmlDevice.Pci pci) {
        return pci.busId()
                .map(numaNodes::of)
                .toOptional()
                .orElseGet(() -> Reading.absent(pci.busId().absentReason().orElse("not read")));
    }

    private static String unnamed(int index) {
        return "GPU " + index + " (no UUID)";
    }
}
