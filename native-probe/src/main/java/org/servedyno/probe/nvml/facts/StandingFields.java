package org.servedyno.probe.nvml.facts;

import java.util.Arrays;
import java.util.List;
import org.servedyno.probe.nvml.call.FieldValues;
import org.servedyno.probe.nvml.call.FieldValues.Ask;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlField;
import org.servedyno.results.model.Reading;

/**
 * The facts that NVML gives as fields only, in one call.
 *
 * @param memoryTemperatureC temperature of the device memory
 * @param linkCount how many NVLinks the chip has
 * @param pcieNonFatalErrors PCIe errors that are not fatal
 * @param pcieFatalErrors fatal PCIe errors
 * @param shutdownOffsetC margin at which the chip shuts down
 * @param slowdownOffsetC margin at which the chip slows down
 * @param recoveryAction what must be done to the GPU, NVML's number
 */
public record StandingFields(
        Reading<Integer> memoryTemperatureC,
        Reading<Integer> linkCount,
        Reading<Long> pcieNonFatalErrors,
        Reading<Long> pcieFatalErrors,
        Reading<Integer> shutdownOffsetC,
        Reading<Integer> slowdownOffsetC,
        Reading<Integer> recoveryAction) {
    private static final List<Ask> ASKED = Arrays.asList(
            Ask.of(NvmlField.MEMORY_TEMPERATURE),
            Ask.of(NvmlField.LINK_COUNT),
            Ask.of(NvmlField.PCIE_NON_FATAL_ERRORS),
            Ask.of(NvmlField.PCIE_FATAL_ERRORS),
            Ask.of(NvmlField.SHUTDOWN_OFFSET),
            Ask.of(NvmlField.SLOWDOWN_OFFSET),
            Ask.of(NvmlField.RECOVERY_ACTION));

    /** Reads them. */
    public static StandingFields read(NvmlDevice device) {
        FieldValues values = new FieldValues(ASKED).read(device);
        return new StandingFields(
                values.number(Ask.of(NvmlField.MEMORY_TEMPERATURE)),
                values.number(Ask.of(NvmlField.LINK_COUNT)),
                values.whole(Ask.of(NvmlField.PCIE_NON_FATAL_ERRORS)),
                values.whole(Ask.of(NvmlField.PCIE_FATAL_ERRORS)),
                values.number(Ask.of(NvmlField.SHUTDOWN_OFFSET)),
                values.number(Ask.of(NvmlField.SLOWDOWN_OFFSET)),
                values.number(Ask.of(NvmlField.RECOVERY_ACTION)));
    }

    /** None of them could be read, for this reason. */
    public static StandingFields absent(String reason) {
        return new StandingFields(
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason),
                Reading.absent(reason));
    }
}
