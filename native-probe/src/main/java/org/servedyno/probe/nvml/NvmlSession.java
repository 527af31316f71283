package org.servedyno.probe.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.results.model.Reading;

/** NVML between its init and its shutdown: one for the life of a probe. */
final class NvmlSession implements AutoCloseable {
    private static final int VERSION_BYTES = 80;
    private static final Path KERNEL_MODULE_VERSION = Path.of("/proc/driver/nvidia/version");

    private final NvmlLibrary library;
    private final int deviceCount;
    private boolean closed;

    private NvmlSession(NvmlLibrary library, int deviceCount) {
        this.library = library;
        this.deviceCount = deviceCount;
    }

    static NvmlSession open(Optional<Path> explicit, Map<String, String> environment) throws ProbeUnavailableException {
        NvmlLibrary library = NvmlLibrary.load(explicit, environment);
        NvmlReturn init = library.call("nvmlInit_v2");
        if (!init.ok()) {
            throw new ProbeUnavailableException(
                    List.of(library.name(), "nvmlInit_v2"),
                    "nvmlInit_v2 returned " + init.name() + " (" + init.code() + ")" + versions(init),
                    nextStep(init));
        }
        Memory count = new Memory(Integer.BYTES);
        count.setInt(0, 0);
        NvmlReturn counted = library.call("nvmlDeviceGetCount_v2", count);
        if (!counted.ok() || count.getInt(0) == 0) {
            library.call("nvmlShutdown");
            throw new ProbeUnavailableException(
                    List.of(library.name(), "nvmlInit_v2", "nvmlDeviceGetCount_v2"),
                    counted.ok() ? "the driver shows 0 GPUs" : "nvmlDeviceGetCount_v2 returned " + counted.name(),
                    "check nvidia-smi -L and the container's device list");
        }
        return new NvmlSession(library, count.getInt(0));
    }

    private static String nextStep(NvmlReturn init) {
        if (init.equals(NvmlReturn.DRIVER_NOT_LOADED)) {
            return "load the kernel module (modprobe nvidia) and check that nvidia-smi works";
        }
        if (init.equals(NvmlReturn.LIB_RM_VERSION_MISMATCH)) {
            return "the library and the kernel module are of different drivers: reboot, or reload the module";
        }
        if (init.equals(NvmlReturn.UNKNOWN) || init.equals(NvmlReturn.OPERATING_SYSTEM)) {
            return "if this is a container, it has lost its GPU devices (a systemd reload on the host does that): restart it";
        }
        return "check that nvidia-smi works";
    }

    private static String versions(NvmlReturn init) {
        if (!init.equals(NvmlReturn.LIB_RM_VERSION_MISMATCH)) {
            return "";
        }
        try {
            String text = Files.readString(KERNEL_MODULE_VERSION, StandardCharsets.UTF_8);
            return "; kernel module: " + text.lines().findFirst().orElse("").strip();
        } catch (IOException e) {
            return "; kernel module's version cannot be read: " + e;
        }
    }

    NvmlLibrary library() {
        return library;
    }

    int deviceCount() {
        return deviceCount;
    }

    Reading<String> driverVersion() {
        Memory text = new Memory(VERSION_BYTES);
        NvmlReturn result = library.call("nvmlSystemGetDriverVersion", text, VERSION_BYTES);
        return result.ok()
                ? Reading.of(text.getString(0, StandardCharsets.UTF_8.name()))
                : result.absent("nvmlSystemGetDriverVersion");
    }

    Reading<String> cudaDriverVersion() {
        Memory number = new Memory(Integer.BYTES);
        NvmlReturn result = library.call("nvmlSystemGetCudaDriverVersion_v2", number);
        // 12080 is CUDA 12.8.
        return result.ok()
                ? Reading.of(number.getInt(0) / 1000 + "." + number.getInt(0) % 1000 / 10)
                : result.absent("nvmlSystemGetCudaDriverVersion_v2");
    }

    /** The device at NVML's index, or why there is none to talk to. */
    Reading<NvmlDevice> device(int index) {
        Memory handle = new Memory(Long.BYTES);
        handle.setLong(0, 0);
        NvmlReturn result = library.call("nvmlDeviceGetHandleByIndex_v2", index, handle);
        Pointer device = handle.getPointer(0);
        return result.ok() && device != null
                ? Reading.of(new NvmlDevice(library, device, index))
                : result.absent("nvmlDeviceGetHandleByIndex_v2");
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            library.call("nvmlShutdown");
        }
    }
}
