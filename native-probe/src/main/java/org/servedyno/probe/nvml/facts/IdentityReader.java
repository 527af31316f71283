package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.GpuIdentity;

/** Which GPU it is. */
public final class IdentityReader {
    private static final int NAME_BYTES = 96;
    private static final int SERIAL_BYTES = 30;
    private static final int PART_NUMBER_BYTES = 80;
    private static final int VBIOS_BYTES = 32;
    private static final int INFOROM_BYTES = 16;
    private static final int PCI_INFO_BYTES = 68;
    private static final int PCI_DEVICE_AT = 28;
    private static final int PCI_SUBSYSTEM_AT = 32;
    private static final int PCI_BUS_AT = 36;

    private IdentityReader() {}

    /** The GPU's UUID. */
    public static Reading<String> uuid(NvmlDevice device) {
        return device.text("nvmlDeviceGetUUID", NAME_BYTES);
    }

    /** The whole group. */
    public static GpuIdentity read(NvmlDevice device) {
        Pci pci = pci(device);
        return new GpuIdentity(
                device.text("nvmlDeviceGetName", NAME_BYTES),
                pci.busId(),
                pci.deviceId(),
                pci.subsystemId(),
                device.text("nvmlDeviceGetSerial", SERIAL_BYTES),
                device.text("nvmlDeviceGetBoardPartNumber", PART_NUMBER_BYTES),
                device.text("nvmlDeviceGetVbiosVersion", VBIOS_BYTES),
                device.text("nvmlDeviceGetInforomImageVersion", INFOROM_BYTES),
                device.number("nvmlDeviceGetMinorNumber"),
                device.number("nvmlDeviceGetModuleId"),
                device.number("nvmlDeviceGetArchitecture"),
                computeCapability(device),
                device.number("nvmlDeviceGetNumGpuCores"));
    }

    private static Reading<String> computeCapability(NvmlDevice device) {
        NvmlDevice.Two version = device.two("nvmlDeviceGetCudaComputeCapability");
        int minor = version.second().toOptional().orElse(0);
        return version.first().map(major -> major + "." + minor);
    }

    private record Pci(Reading<String> busId, Reading<Long> deviceId, Reading<Long> subsystemId) {}

    private static Pci pci(NvmlDevice device) {
        String symbol = "nvmlDeviceGetPciInfo_v3";
        ByteBuffer pci = Buffers.of(PCI_INFO_BYTES);
        NvmlReturn result = device.call(symbol, pci);
        return result.ok()
                ? new Pci(
                        PciAddress.of(Buffers.text(pci, PCI_BUS_AT), symbol),
                        Reading.of(Integer.toUnsignedLong(pci.getInt(PCI_DEVICE_AT))),
                        Reading.of(Integer.toUnsignedLong(pci.getInt(PCI_SUBSYSTEM_AT))))
                : new Pci(result.absent(symbol), result.absent(symbol), result.absent(symbol));
    }
}
