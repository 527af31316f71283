package org.servedyno.probe.nvml;

import com.sun.jna.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuProcess;

/** Who is on a device: compute, graphics and MPS processes, by host pid. */
final class NvmlProcesses {
    private static final List<String> OTHERS =
            List.of("nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetMPSComputeRunningProcesses_v3");
    private static final int FIRST_CAPACITY = 32;
    private static final int SLACK = 16;
    private static final int TRIES = 5;

    /** {@code nvmlProcessInfo_t}; early R535 drivers fill 32-byte entries under the same name. */
    private static final int ENTRY_BYTES = 24;

    private static final int EARLY_R535_ENTRY_BYTES = 32;
    private static final int NO_INSTANCE = 0xFFFFFFFF;

    private NvmlProcesses() {}

    static Reading<List<GpuProcess>> of(NvmlDevice device) {
        Reading<List<Long>> compute = list(device, "nvmlDeviceGetComputeRunningProcesses_v3");
        return compute.map(pids -> {
            TreeSet<Long> all = new TreeSet<>(pids);
            for (String symbol : OTHERS) {
                list(device, symbol).toOptional().ifPresent(all::addAll);
            }
            return all.stream()
                    .map(pid -> new GpuProcess(pid, "compute", Reading.absent("not read by this version")))
                    .toList();
        });
    }

    private static Reading<List<Long>> list(NvmlDevice device, String symbol) {
        int capacity = FIRST_CAPACITY;
        NvmlReturn result = NvmlReturn.INSUFFICIENT_SIZE;
        for (int i = 0; i < TRIES && result.equals(NvmlReturn.INSUFFICIENT_SIZE); i++) {
            Memory count = new Memory(Integer.BYTES);
            count.setInt(0, capacity);
            Memory entries = new Memory((long) capacity * EARLY_R535_ENTRY_BYTES);
            entries.clear();
            result = device.library().call(symbol, device.handle(), count, entries);
            if (result.ok()) {
                return Reading.of(pids(entries, Math.min(count.getInt(0), capacity)));
            }
            capacity = Math.max(capacity, count.getInt(0)) + SLACK;
        }
        return result.absent(symbol);
    }

    private static List<Long> pids(Memory entries, int count) {
        int plain = sane(entries, count, ENTRY_BYTES);
        int early = sane(entries, count, EARLY_R535_ENTRY_BYTES);
        int stride = early > plain ? EARLY_R535_ENTRY_BYTES : ENTRY_BYTES;
        List<Long> pids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pids.add(Integer.toUnsignedLong(entries.getInt((long) i * stride)));
        }
        return pids;
    }

    /** How many entries look like a process outside MIG when read at this stride. */
    private static int sane(Memory entries, int count, int stride) {
        int sane = 0;
        for (int i = 0; i < count; i++) {
            long at = (long) i * stride;
            boolean process = entries.getInt(at) > 0
                    && entries.getInt(at + 16) == NO_INSTANCE
                    && entries.getInt(at + 20) == NO_INSTANCE;
            sane += process ? 1 : 0;
        }
        return sane;
    }
}
