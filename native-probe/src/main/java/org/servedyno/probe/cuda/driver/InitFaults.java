package org.servedyno.probe.cuda.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.servedyno.results.model.gpu.CudaInventory.Answer;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.CudaInventory.Fault.Kind;

/** What {@code cuInit}'s answers mean, by the codes of {@code CUresult} in cuda.h. */
final class InitFaults {
    private static final Path KERNEL_MODULE = Path.of("/proc/driver/nvidia/version");

    private static final int STUB_LIBRARY = 34;
    private static final int NO_DEVICE = 100;
    private static final int SYSTEM_NOT_READY = 802;
    private static final int SYSTEM_DRIVER_MISMATCH = 803;
    private static final int COMPAT_NOT_SUPPORTED_ON_DEVICE = 804;
    private static final int UNKNOWN = 999;

    private InitFaults() {}

    static Fault of(String library, Answer answer) {
        return switch (answer.code()) {
            case STUB_LIBRARY ->
                fault(
                        Kind.STUB_LIBRARY,
                        library,
                        answer,
                        "this is the CUDA toolkit's stub, made for linking only: put the driver's libcuda.so.1 before it on the"
                                + " library path, or name it with --cuda");
            case NO_DEVICE ->
                fault(
                        Kind.NO_DEVICE,
                        library,
                        answer,
                        "check CUDA_VISIBLE_DEVICES, that /dev/nvidia0 and /dev/nvidia-uvm exist, and that a container was given"
                                + " GPUs");
            case SYSTEM_NOT_READY ->
                fault(
                        Kind.FABRIC_NOT_READY,
                        library,
                        answer,
                        "the NVSwitch fabric is not set up: start nvidia-fabricmanager of the driver's version (systemctl status"
                                + " nvidia-fabricmanager); shortly after boot, wait and try again");
            case SYSTEM_DRIVER_MISMATCH ->
                fault(
                        Kind.VERSION_MISMATCH,
                        library,
                        answer,
                        "the library and the kernel module (" + kernelModule()
                                + ") are of different versions: reload the module or reboot; in a container, mount the host's"
                                + " libraries");
            case COMPAT_NOT_SUPPORTED_ON_DEVICE ->
                fault(
                        Kind.COMPATIBILITY_NOT_SUPPORTED,
                        library,
                        answer,
                        "a forward-compatibility libcuda is in use, which works on data centre GPUs only: take the cuda-compat"
                                + " folder off the library path");
            case UNKNOWN ->
                fault(
                        Kind.INIT_FAILED,
                        library,
                        answer,
                        "check that the module nvidia_uvm is loaded and /dev/nvidia-uvm can be opened; a container whose devices were"
                                + " taken away has to be started again; dmesg may say more");
            default ->
                fault(
                        Kind.INIT_FAILED,
                        library,
                        answer,
                        "look the code up under CUresult in CUDA's driver API; dmesg may say more");
        };
    }

    private static Fault fault(Kind kind, String library, Answer answer, String nextStep) {
        return new Fault(kind, List.of(library, "cuInit"), "cuInit answered " + answer, nextStep);
    }

    private static String kernelModule() {
        try {
            return Files.readString(KERNEL_MODULE, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse(KERNEL_MODULE + " is empty");
        } catch (IOException e) {
            return KERNEL_MODULE + " cannot be read";
        }
    }
}
