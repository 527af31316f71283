package org.servedyno.probe.nvml.call;

import java.util.Map;
import java.util.Set;
import org.servedyno.results.model.Reading;

/**
 * What an NVML call returned. A code this build does not know is carried as its number.
 *
 * @param code NVML's {@code nvmlReturn_t}
 */
public record NvmlReturn(int code) {
    public static final NvmlReturn SUCCESS = new NvmlReturn(0);
    public static final NvmlReturn INVALID_ARGUMENT = new NvmlReturn(2);
    public static final NvmlReturn NOT_SUPPORTED = new NvmlReturn(3);
    public static final NvmlReturn INSUFFICIENT_SIZE = new NvmlReturn(7);
    public static final NvmlReturn DRIVER_NOT_LOADED = new NvmlReturn(9);
    public static final NvmlReturn FUNCTION_NOT_FOUND = new NvmlReturn(13);
    public static final NvmlReturn OPERATING_SYSTEM = new NvmlReturn(17);
    public static final NvmlReturn LIB_RM_VERSION_MISMATCH = new NvmlReturn(18);
    public static final NvmlReturn ARGUMENT_VERSION_MISMATCH = new NvmlReturn(25);
    public static final NvmlReturn GPU_IS_LOST = new NvmlReturn(15);
    public static final NvmlReturn RESET_REQUIRED = new NvmlReturn(16);
    public static final NvmlReturn GPU_NOT_FOUND = new NvmlReturn(28);
    public static final NvmlReturn NO_DATA = new NvmlReturn(21);
    public static final NvmlReturn TIMEOUT = new NvmlReturn(10);
    public static final NvmlReturn CORRUPTED_INFOROM = new NvmlReturn(14);
    public static final NvmlReturn UNINITIALIZED = new NvmlReturn(1);
    public static final NvmlReturn UNKNOWN = new NvmlReturn(999);

    /** No code of NVML's: a replay was asked what its recording does not hold. */
    public static final NvmlReturn NOT_RECORDED = new NvmlReturn(-1);

    /** IN_USE, MEMORY, INSUFFICIENT_RESOURCES. */
    private static final Set<Integer> SHORT_OF_SOMETHING = Set.of(19, 20, 23);

    /** NOT_READY, INVALID_STATE. */
    private static final Set<Integer> NOT_YET = Set.of(27, 29);

    private static final Map<Integer, String> HINTS = Map.of(
            4, " (needs root, or the device in this container's cgroup)",
            13, " (this driver does not have it)",
            17, " (a container that lost its GPU devices gets this)",
            999, " (a container that lost its GPU devices gets this)");

    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(-1, "no answer in the recording"),
            Map.entry(0, "NVML_SUCCESS"),
            Map.entry(1, "NVML_ERROR_UNINITIALIZED"),
            Map.entry(2, "NVML_ERROR_INVALID_ARGUMENT"),
            Map.entry(3, "NVML_ERROR_NOT_SUPPORTED"),
            Map.entry(4, "NVML_ERROR_NO_PERMISSION"),
            Map.entry(5, "NVML_ERROR_ALREADY_INITIALIZED"),
            Map.entry(6, "NVML_ERROR_NOT_FOUND"),
            Map.entry(7, "NVML_ERROR_INSUFFICIENT_SIZE"),
            Map.entry(8, "NVML_ERROR_INSUFFICIENT_POWER"),
            Map.entry(9, "NVML_ERROR_DRIVER_NOT_LOADED"),
            Map.entry(10, "NVML_ERROR_TIMEOUT"),
            Map.entry(11, "NVML_ERROR_IRQ_ISSUE"),
            Map.entry(12, "NVML_ERROR_LIBRARY_NOT_FOUND"),
            Map.entry(13, "NVML_ERROR_FUNCTION_NOT_FOUND"),
            Map.entry(14, "NVML_ERROR_CORRUPTED_INFOROM"),
            Map.entry(15, "NVML_ERROR_GPU_IS_LOST"),
            Map.entry(16, "NVML_ERROR_RESET_REQUIRED"),
            Map.entry(17, "NVML_ERROR_OPERATING_SYSTEM"),
            Map.entry(18, "NVML_ERROR_LIB_RM_VERSION_MISMATCH"),
            Map.entry(19, "NVML_ERROR_IN_USE"),
            Map.entry(20, "NVML_ERROR_MEMORY"),
            Map.entry(21, "NVML_ERROR_NO_DATA"),
            Map.entry(22, "NVML_ERROR_VGPU_ECC_NOT_SUPPORTED"),
            Map.entry(23, "NVML_ERROR_INSUFFICIENT_RESOURCES"),
            Map.entry(24, "NVML_ERROR_FREQ_NOT_SUPPORTED"),
            Map.entry(25, "NVML_ERROR_ARGUMENT_VERSION_MISMATCH"),
            Map.entry(26, "NVML_ERROR_DEPRECATED"),
            Map.entry(27, "NVML_ERROR_NOT_READY"),
            Map.entry(28, "NVML_ERROR_GPU_NOT_FOUND"),
            Map.entry(29, "NVML_ERROR_INVALID_STATE"),
            Map.entry(999, "NVML_ERROR_UNKNOWN"));

    /** Whether it worked: only then is there anything in the buffers. */
    public boolean ok() {
        return code == 0;
    }

    /** Whether the same call may work a moment later. */
    boolean worthRetrying() {
        return SHORT_OF_SOMETHING.contains(code) || NOT_YET.contains(code);
    }

    /** Whether it needs a pause before that. */
    boolean notYet() {
        return NOT_YET.contains(code);
    }

    /** NVML's name for it, or its number. */
    public String name() {
        return NAMES.getOrDefault(code, "NVML return code " + code);
    }

    /** No value, because the call returned this. */
    public <T> Reading<T> absent(String symbol) {
        return Reading.absent(name() + " from " + symbol + HINTS.getOrDefault(code, ""));
    }
}
