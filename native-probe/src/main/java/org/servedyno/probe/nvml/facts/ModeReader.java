package org.servedyno.probe.nvml.facts;

import java.util.Map;
import java.util.Optional;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.GpuModes;
import org.servedyno.results.model.gpu.info.GpuRepair;

/** How a GPU is set, and what the driver says must be done to it. */
public final class ModeReader {
    private static final Map<Integer, String> COMPUTE_MODES =
            Map.of(0, "DEFAULT", 2, "PROHIBITED", 3, "EXCLUSIVE_PROCESS");
    private static final Map<Integer, String> VIRTUALIZATION =
            Map.of(0, "NONE", 1, "PASSTHROUGH", 2, "VGPU", 3, "HOST_VGPU", 4, "HOST_VSGA");
    private static final String NONE = "none";
    private static final String RESET = "reset";
    private static final Map<Integer, String> RECOVERY =
            Map.of(0, NONE, 1, RESET, 2, "reboot", 3, "drain-p2p", 4, "drain+reset", 5, "imex");

    private ModeReader() {}

    /** The modes. */
    public static GpuModes modes(NvmlDevice device) {
        NvmlDevice.Two mig = device.two("nvmlDeviceGetMigMode");
        return new GpuModes(
                mig.first().map(on -> on == 1),
                mig.second().map(on -> on == 1),
                device.number("nvmlDeviceGetPersistenceMode").map(on -> on == 1),
                device.number("nvmlDeviceGetComputeMode").map(mode -> word(COMPUTE_MODES, mode)),
                device.number("nvmlDeviceGetVirtualizationMode").map(mode -> word(VIRTUALIZATION, mode)));
    }

    /**
     * The state of repair. Checking the inforom reads flash memory, so this belongs to the time before a trial. A call that asked for a
     * reset counts like the action, which older drivers do not tell.
     *
     * @param recoveryAction NVML's number
     */
    public static GpuRepair repair(NvmlDevice device, Reading<Integer> recoveryAction) {
        String symbol = "nvmlDeviceValidateInforom";
        NvmlReturn inforom = device.call(symbol);
        boolean corrupted = inforom.equals(NvmlReturn.CORRUPTED_INFOROM);
        Reading<String> told = recoveryAction.map(action -> word(RECOVERY, action));
        boolean nothingElse =
                told.toOptional().filter(action -> !action.equals(NONE)).isEmpty();
        return new GpuRepair(
                device.resetRequired() && nothingElse ? Reading.of(RESET) : told,
                inforom.ok() || corrupted ? Reading.of(!corrupted) : inforom.absent(symbol));
    }

    /** The word for a number, or the number itself where this build does not know it. */
    static String word(Map<Integer, String> words, int number) {
        return Optional.ofNullable(words.get(number)).orElseGet(() -> String.valueOf(number));
    }
}
