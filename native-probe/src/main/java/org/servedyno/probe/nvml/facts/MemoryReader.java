package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.info.GpuMemory;

/** Device memory. */
public final class MemoryReader {
    /** {@code nvmlMemory_v2_t}: its size, with version 2 in the top byte. */
    private static final int MEMORY_V2 = 0x02000028;

    private static final int MEMORY_V2_BYTES = 40;
    private static final int TOTAL_AT = 8;
    private static final int RESERVED_AT = 16;
    private static final int FREE_AT = 24;
    private static final int USED_AT = 32;
    private static final int MEMORY_V1_BYTES = 24;
    private static final int BAR1_BYTES = 24;
    private static final int BAR1_USED_AT = 16;

    /** Parts that miss the total by more than a rounding are not what they are called. */
    private static final double SUM_TOLERANCE = 0.01;

    private static final double MIB = 1024 * 1024;
    private static final String V2 = "nvmlDeviceGetMemoryInfo_v2";
    private static final String V1 = "nvmlDeviceGetMemoryInfo";
    private static final String BAR1 = "nvmlDeviceGetBAR1MemoryInfo";

    private final ByteBuffer memory = Buffers.of(MEMORY_V2_BYTES);
    private final NvmlDevice device;

    public MemoryReader(NvmlDevice device) {
        this.device = device;
    }

    /** The whole group. Version 1 of the call folds the driver's reserve into {@code used}, so only its total is taken. */
    public GpuMemory read() {
        NvmlReturn result = ask();
        ByteBuffer bar1 = Buffers.of(BAR1_BYTES);
        NvmlReturn window = device.call(BAR1, bar1);
        return new GpuMemory(
                result.ok() ? wholeMib(TOTAL_AT) : older(result),
                mib(result, RESERVED_AT),
                mib(result, USED_AT),
                mib(result, FREE_AT),
                device.number("nvmlDeviceGetMemoryBusWidth"),
                window.ok() ? Reading.of(bar1.getLong(0) / MIB) : window.absent(BAR1),
                window.ok() ? Reading.of(bar1.getLong(BAR1_USED_AT) / MIB) : window.absent(BAR1));
    }

    /** Used memory without the driver's reserve. */
    public Reading<Double> usedMib() {
        return mib(ask(), USED_AT);
    }

    private NvmlReturn ask() {
        for (int at = 0; at < MEMORY_V2_BYTES; at += Long.BYTES) {
            memory.putLong(at, 0);
        }
        memory.putInt(0, MEMORY_V2);
        return device.call(V2, InOut.of(memory));
    }

    private Reading<Double> wholeMib(int at) {
        return Reading.of(Math.rint(memory.getLong(at) / MIB));
    }

    private Reading<Double> mib(NvmlReturn result, int at) {
        if (!result.ok()) {
            return result.absent(V2);
        }
        double totalMib = memory.getLong(TOTAL_AT) / MIB;
        double sumMib = (memory.getLong(RESERVED_AT) + memory.getLong(FREE_AT) + memory.getLong(USED_AT)) / MIB;
        return Math.abs(sumMib - totalMib) <= SUM_TOLERANCE * totalMib
                ? Reading.of(memory.getLong(at) / MIB)
                : Reading.absent(String.format(
                        Locale.ROOT,
                        "reserved, used and free are %.0f MiB together and not the total of %.0f MiB in %s",
                        sumMib,
                        totalMib,
                        V2));
    }

    private Reading<Double> older(NvmlReturn newer) {
        ByteBuffer v1 = Buffers.of(MEMORY_V1_BYTES);
        return device.call(V1, v1).ok() ? Reading.of(Math.rint(v1.getLong(0) / MIB)) : newer.absent(V2);
    }
}
