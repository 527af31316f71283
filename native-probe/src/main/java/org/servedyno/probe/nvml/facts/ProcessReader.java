package org.servedyno.probe.nvml.facts;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuProcess;

/** Who is on a device, by host pid: from the list with a version where the driver has it, else from the older lists. */
public final class ProcessReader {
    private static final String DETAIL_LIST = "nvmlDeviceGetRunningProcessDetailList";

    /** {@code nvmlProcessDetailList_v1_t}. */
    private static final int DETAIL_LIST_V1 = 0x01000018;

    private static final int DETAIL_LIST_BYTES = 24;
    private static final int MODE_AT = 4;
    private static final int ENTRIES_AT = 8;
    private static final int ARRAY_AT = 16;
    private static final int DETAIL_BYTES = 32;
    private static final int FIRST_CAPACITY = 32;
    private static final int SLACK = 16;
    private static final int TRIES = 5;

    /** More than any GPU has; a library that claims more is not given the memory for it. */
    private static final int MOST = 1 << 16;

    /** {@code nvmlProcessInfo_t}; early R535 drivers fill 32-byte entries under the same name. */
    private static final int ENTRY_BYTES = 24;

    private static final int EARLY_R535_ENTRY_BYTES = 32;
    private static final int MEMORY_AT = 8;
    private static final int GPU_INSTANCE_AT = 16;
    private static final int COMPUTE_INSTANCE_AT = 20;
    private static final int NO_INSTANCE = 0xFFFFFFFF;

    /** What NVML writes for "unknown". */
    private static final long UNKNOWN_MEMORY = -1;

    private static final double MIB = 1024 * 1024;

    /**
     * A kind of process.
     *
     * @param word as results name it
     * @param mode in the list with a version
     * @param symbol the older list
     */
    private record Kind(String word, int mode, String symbol) {
        static final List<Kind> ALL = List.of(
                new Kind("compute", 0, "nvmlDeviceGetComputeRunningProcesses_v3"),
                new Kind("graphics", 1, "nvmlDeviceGetGraphicsRunningProcesses_v3"),
                new Kind("mps", 2, "nvmlDeviceGetMPSComputeRunningProcesses_v3"));
    }

    private final NvmlDevice device;

    private ProcessReader(NvmlDevice device) {
        this.device = device;
    }

    /** All kinds, by pid; absent when the compute processes cannot be read. */
    public static Reading<List<GpuProcess>> read(NvmlDevice device) {
        ProcessReader reader = new ProcessReader(device);
        List<GpuProcess> all = new ArrayList<>();
        for (Kind kind : Kind.ALL) {
            Reading<List<GpuProcess>> own = NvmlDevice.firstOf(reader.detailed(kind), () -> reader.plain(kind));
            if (own.toOptional().isEmpty() && kind.mode() == 0) {
                return own.absentReason()
                        .<Reading<List<GpuProcess>>>map(Reading::absent)
                        .orElse(own);
            }
            own.toOptional().ifPresent(all::addAll);
        }
        all.sort(Comparator.comparingLong(GpuProcess::pid).thenComparing(GpuProcess::kind));
        return Reading.of(List.copyOf(all));
    }

    private Reading<List<GpuProcess>> detailed(Kind kind) {
        int capacity = FIRST_CAPACITY;
        NvmlReturn result = NvmlReturn.INSUFFICIENT_SIZE;
        for (int i = 0; i < TRIES && result.equals(NvmlReturn.INSUFFICIENT_SIZE); i++) {
            ByteBuffer entries = Buffers.of(capacity * DETAIL_BYTES);
            ByteBuffer list = Buffers.of(DETAIL_LIST_BYTES);
            list.putInt(0, DETAIL_LIST_V1);
            list.putInt(MODE_AT, kind.mode());
            list.putInt(ENTRIES_AT, capacity);
            result = device.call(DETAIL_LIST, InOut.pointing(list, ARRAY_AT, entries));
            int listed = list.getInt(ENTRIES_AT);
            if (counted(result) && impossible(listed)) {
                return impossible(listed, DETAIL_LIST);
            }
            if (result.ok()) {
                return Reading.of(processes(entries, Math.min(listed, capacity), DETAIL_BYTES, kind));
            }
            capacity = Math.max(capacity, listed) + SLACK;
        }
        return result.absent(DETAIL_LIST);
    }

    private Reading<List<GpuProcess>> plain(Kind kind) {
        int capacity = FIRST_CAPACITY;
        NvmlReturn result = NvmlReturn.INSUFFICIENT_SIZE;
        for (int i = 0; i < TRIES && result.equals(NvmlReturn.INSUFFICIENT_SIZE); i++) {
            ByteBuffer count = Buffers.of(Integer.BYTES);
            count.putInt(0, capacity);
            ByteBuffer entries = Buffers.of(capacity * EARLY_R535_ENTRY_BYTES);
            result = device.call(kind.symbol(), InOut.of(count), entries);
            int listed = count.getInt(0);
            if (counted(result) && impossible(listed)) {
                return impossible(listed, kind.symbol());
            }
            if (result.ok()) {
                int filled = Math.min(listed, capacity);
                return Reading.of(processes(entries, filled, stride(entries, filled), kind));
            }
            capacity = Math.max(capacity, listed) + SLACK;
        }
        return result.absent(kind.symbol());
    }

    private static boolean counted(NvmlReturn result) {
        return result.ok() || result.equals(NvmlReturn.INSUFFICIENT_SIZE);
    }

    private static boolean impossible(int count) {
        return count < 0 || count > MOST;
    }

    private static Reading<List<GpuProcess>> impossible(int count, String symbol) {
        return Reading.absent(Integer.toUnsignedString(count) + " processes from " + symbol + " are more than can be");
    }

    private static List<GpuProcess> processes(ByteBuffer entries, int count, int stride, Kind kind) {
        List<GpuProcess> processes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long usedBytes = entries.getLong(i * stride + MEMORY_AT);
            processes.add(new GpuProcess(
                    Integer.toUnsignedLong(entries.getInt(i * stride)),
                    kind.word(),
                    usedBytes == UNKNOWN_MEMORY
                            ? Reading.absent("the driver does not know")
                            : Reading.of(usedBytes / MIB)));
        }
        return processes;
    }

    private static int stride(ByteBuffer entries, int count) {
        return sane(entries, count, EARLY_R535_ENTRY_BYTES) > sane(entries, count, ENTRY_BYTES)
                ? EARLY_R535_ENTRY_BYTES
                : ENTRY_BYTES;
    }

    /** How many entries look like a process outside MIG when read at this stride. */
    private static int sane(ByteBuffer entries, int count, int stride) {
        int sane = 0;
        for (int i = 0; i < count; i++) {
            boolean process = entries.getInt(i * stride) > 0
                    && entries.getInt(i * stride + GPU_INSTANCE_AT) == NO_INSTANCE
                    && entries.getInt(i * stride + COMPUTE_INSTANCE_AT) == NO_INSTANCE;
            sane += process ? 1 : 0;
        }
        return sane;
    }
}
