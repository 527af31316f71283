package org.servedyno.probe.nvml;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

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
                    .orElseGet(() -> unreadable(at, device.absentReason().orElse("not read"))));
        }
        return new GpuInventory(
                "nvml " + session.library().file(),
                false,
                session.driverVersion(),
                session.cudaDriverVersion(),
                gpus,
                Reading.of(NvmlTopology.of(devices)));
    }

    private GpuInfo info(NvmlDevice device) {
        NvmlDevice.MemoryUse memory = device.memory();
        NvmlDevice.Pci pci = device.pci();
        return new GpuInfo(
                device.index(),
                device.text("nvmlDeviceGetUUID", NAME_BYTES).toOptional().orElseGet(() -> unnamed(device.index())),
                device.text("nvmlDeviceGetName", NAME_BYTES),
                pci.busId(),
                pci.deviceId(),
                memory.totalMiB(),
                memory.usedMiB(),
                device.watts("nvmlDeviceGetEnforcedPowerLimit"),
                device.watts("nvmlDeviceGetPowerManagementDefaultLimit"),
                device.number("nvmlDeviceGetMaxClockInfo", CLOCK_SM),
                device.number("nvmlDeviceGetMaxClockInfo", CLOCK_MEMORY),
                device.temperatureC(),
                device.currentMode("nvmlDeviceGetEccMode"),
                device.currentMode("nvmlDeviceGetMigMode"),
                device.number("nvmlDeviceGetPersistenceMode").map(mode -> mode == 1),
                device.number("nvmlDeviceGetCurrPcieLinkGeneration"),
                device.number("nvmlDeviceGetCurrPcieLinkWidth"),
                NvmlLinks.of(device).map(NvmlLinks::active),
                numaNode(pci),
                device.text("nvmlDeviceGetVbiosVersion", VBIOS_BYTES),
                NvmlProcesses.of(device));
    }

    private Reading<Integer> numaNode(NvmlDevice.Pci pci) {
        return pci.busId()
                .map(numaNodes::of)
                .toOptional()
                .orElseGet(() -> Reading.absent(pci.busId().absentReason().orElse("not read")));
    }

    private static GpuInfo unreadable(int index, String reason) {
        return new GpuInfo(
                index,
                unnamed(index),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }

    private static String unnamed(int index) {
        return "GPU " + index + " (no UUID)";
    }
}
