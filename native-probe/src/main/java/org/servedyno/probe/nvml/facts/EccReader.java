package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.EccState;
import org.servedyno.results.model.gpu.info.RowRemapping;

/** ECC and the rows of memory that were replaced. */
public final class EccReader {
    private static final int CORRECTED = 0;
    private static final int UNCORRECTED = 1;
    private static final int VOLATILE = 0;
    private static final int AGGREGATE = 1;
    private static final int DRAM = 2;
    private static final int SRAM = 7;

    /** {@code nvmlEccSramErrorStatus_v1_t}. */
    private static final int SRAM_STATUS_V1 = 0x01000068;

    private static final int SRAM_STATUS_BYTES = 104;
    private static final int THRESHOLD_EXCEEDED_AT = 96;
    private static final int HISTOGRAM_BYTES = 20;
    private static final int HISTOGRAM_NONE_AT = 16;

    private EccReader() {}

    /** ECC's modes and counters. */
    public static EccState ecc(NvmlDevice device) {
        NvmlDevice.Two mode = device.two("nvmlDeviceGetEccMode");
        return new EccState(
                mode.first().map(on -> on == 1),
                mode.second().map(on -> on == 1),
                device.wideNumber("nvmlDeviceGetTotalEccErrors", UNCORRECTED, VOLATILE),
                device.wideNumber("nvmlDeviceGetTotalEccErrors", UNCORRECTED, AGGREGATE),
                device.wideNumber("nvmlDeviceGetMemoryErrorCounter", CORRECTED, VOLATILE, SRAM),
                device.wideNumber("nvmlDeviceGetMemoryErrorCounter", CORRECTED, VOLATILE, DRAM),
                sramThreshold(device));
    }

    private static Reading<Boolean> sramThreshold(NvmlDevice device) {
        String symbol = "nvmlDeviceGetSramEccErrorStatus";
        ByteBuffer status = Buffers.of(SRAM_STATUS_BYTES);
        status.putInt(0, SRAM_STATUS_V1);
        NvmlReturn result = device.call(symbol, InOut.of(status));
        return result.ok() ? Reading.of(status.getInt(THRESHOLD_EXCEEDED_AT) != 0) : result.absent(symbol);
    }

    /** Rows replaced, and how many spare ones the banks have left. */
    public static RowRemapping remapping(NvmlDevice device) {
        String symbol = "nvmlDeviceGetRemappedRows";
        ByteBuffer correctable = Buffers.of(Integer.BYTES);
        ByteBuffer uncorrectable = Buffers.of(Integer.BYTES);
        ByteBuffer pending = Buffers.of(Integer.BYTES);
        ByteBuffer failed = Buffers.of(Integer.BYTES);
        NvmlReturn rows = device.call(symbol, correctable, uncorrectable, pending, failed);
        String histogramSymbol = "nvmlDeviceGetRowRemapperHistogram";
        ByteBuffer banks = Buffers.of(HISTOGRAM_BYTES);
        NvmlReturn histogram = device.call(histogramSymbol, banks);
        return new RowRemapping(
                rows.ok() ? Reading.of(correctable.getInt(0)) : rows.absent(symbol),
                rows.ok() ? Reading.of(uncorrectable.getInt(0)) : rows.absent(symbol),
                rows.ok() ? Reading.of(pending.getInt(0) != 0) : rows.absent(symbol),
                rows.ok() ? Reading.of(failed.getInt(0) != 0) : rows.absent(symbol),
                histogram.ok() ? Reading.of(banks.getInt(0)) : histogram.absent(histogramSymbol),
                histogram.ok() ? Reading.of(banks.getInt(HISTOGRAM_NONE_AT)) : histogram.absent(histogramSymbol));
    }
}
