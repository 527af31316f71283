package org.servedyno.probe.cuda.driver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jcuda.driver.CUcomputemode;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_P2PAttribute;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.CudaInventory.Peer;

/** Reads what the driver says about its devices; makes no context. */
public final class DeviceReader {
    private static final int NAME_BYTES = 256;
    private static final int PCI_CHARACTERS = 64;
    private static final double MIB_BYTES = 1024.0 * 1024.0;
    private static final int KIB_BYTES = 1024;
    private static final int MHZ_KHZ = 1000;

    private DeviceReader() {}

    static List<Device> devices() throws DriverCallException {
        int[] count = new int[1];
        DriverCall.check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
        List<Device> devices = new ArrayList<>();
        for (int ordinal = 0; ordinal < count[0]; ordinal++) {
            devices.add(device(ordinal));
        }
        return devices;
    }

    /** The device with this ordinal. */
    public static CUdevice handle(int ordinal) throws DriverCallException {
        CUdevice device = new CUdevice();
        DriverCall.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        return device;
    }

    private static Device device(int ordinal) throws DriverCallException {
        CUdevice device = handle(ordinal);
        return new Device(
                ordinal,
                DriverCall.reading(() -> uuid(device)),
                DriverCall.reading(() -> pciBusId(device)),
                DriverCall.reading(() -> name(device)),
                DriverCall.reading(() -> totalMiB(device)),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                DriverCall.reading(() -> computeCapability(device)),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE)
                        .map(kHz -> kHz / MHZ_KHZ),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)
                        .map(kHz -> kHz / MHZ_KHZ),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)
                        .map(bytes -> bytes / KIB_BYTES),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_ECC_ENABLED)
                        .map(on -> on != 0),
                attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_MODE)
                        .map(DeviceReader::computeMode));
    }

    /** The value of one of {@link CUdevice_attribute}. */
    public static int attributeValue(CUdevice device, int attribute) throws DriverCallException {
        int[] value = new int[1];
        DriverCall.check(
                "cuDeviceGetAttribute(" + attribute + ")", JCudaDriver.cuDeviceGetAttribute(value, attribute, device));
        return value[0];
    }

    private static Reading<Integer> attribute(CUdevice device, int attribute) {
        return DriverCall.reading(() -> attributeValue(device, attribute));
    }

    private static String uuid(CUdevice device) throws DriverCallException {
        CUuuid uuid = new CUuuid();
        DriverCall.check("cuDeviceGetUuid", JCudaDriver.cuDeviceGetUuid(uuid, device));
        return uuidText(uuid.bytes);
    }

    /** Sixteen bytes in the form that NVML gives a GPU's UUID. */
    static String uuidText(byte[] bytes) {
        StringBuilder text = new StringBuilder("GPU-");
        for (int i = 0; i < bytes.length; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                text.append('-');
            }
            text.append(String.format(Locale.ROOT, "%02x", bytes[i]));
        }
        return text.toString();
    }

    private static String pciBusId(CUdevice device) throws DriverCallException {
        String[] text = new String[1];
        DriverCall.check("cuDeviceGetPCIBusId", JCudaDriver.cuDeviceGetPCIBusId(text, PCI_CHARACTERS, device));
        return PciAddress.normal(text[0]).orElse(text[0]);
    }

    private static String name(CUdevice device) throws DriverCallException {
        byte[] bytes = new byte[NAME_BYTES];
        DriverCall.check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(bytes, bytes.length, device));
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static double totalMiB(CUdevice device) throws DriverCallException {
        long[] bytes = new long[1];
        DriverCall.check("cuDeviceTotalMem", JCudaDriver.cuDeviceTotalMem(bytes, device));
        return bytes[0] / MIB_BYTES;
    }

    private static String computeCapability(CUdevice device) throws DriverCallException {
        return attributeValue(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) + "."
                + attributeValue(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    }

    private static String computeMode(int mode) {
        return switch (mode) {
            case CUcomputemode.CU_COMPUTEMODE_DEFAULT -> "DEFAULT";
            case CUcomputemode.CU_COMPUTEMODE_PROHIBITED -> "PROHIBITED";
            case CUcomputemode.CU_COMPUTEMODE_EXCLUSIVE_PROCESS -> "EXCLUSIVE_PROCESS";
            default -> String.valueOf(mode);
        };
    }

    /** Every ordered pair of two of these devices. */
    static List<Peer> peers(int devices) throws DriverCallException {
        List<Peer> peers = new ArrayList<>();
        for (int from = 0; from < devices; from++) {
            for (int to = 0; to < devices; to++) {
                if (from != to) {
                    peers.add(peer(from, to));
                }
            }
        }
        return peers;
    }

    private static Peer peer(int from, int to) throws DriverCallException {
        CUdevice source = handle(from);
        CUdevice target = handle(to);
        return new Peer(
                from,
                to,
                DriverCall.reading(() -> canAccess(source, target)),
                link(source, target, CUdevice_P2PAttribute.CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED)
                        .map(supported -> supported != 0),
                link(source, target, CUdevice_P2PAttribute.CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK));
    }

    private static boolean canAccess(CUdevice from, CUdevice to) throws DriverCallException {
        int[] can = new int[1];
        DriverCall.check("cuDeviceCanAccessPeer", JCudaDriver.cuDeviceCanAccessPeer(can, from, to));
        return can[0] != 0;
    }

    private static Reading<Integer> link(CUdevice from, CUdevice to, int attribute) {
        return DriverCall.reading(() -> {
            int[] value = new int[1];
            DriverCall.check(
                    "cuDeviceGetP2PAttribute(" + attribute + ")",
                    JCudaDriver.cuDeviceGetP2PAttribute(value, attribute, from, to));
            return value[0];
        });
    }
}
