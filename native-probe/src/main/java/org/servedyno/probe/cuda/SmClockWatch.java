package org.servedyno.probe.cuda;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.probe.GpuProbe;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.WatchedClock;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

/** Watches by NVML the SM clock of GPUs that another process keeps busy. For one thread, the one that may use the probe. */
public final class SmClockWatch {
    private final Optional<GpuProbe> probe;
    private final Optional<GpuInventory> nvml;
    private final Map<Integer, List<Integer>> seenMhz = new HashMap<>();
    private Optional<Integer> busyOrdinal = Optional.empty();
    private Optional<Integer> busyGpu = Optional.empty();

    private SmClockWatch(Optional<GpuProbe> probe, Optional<GpuInventory> nvml) {
        this.probe = probe;
        this.nvml = nvml;
    }

    /** A watch that sees nothing. */
    public static SmClockWatch none() {
        return new SmClockWatch(Optional.empty(), Optional.empty());
    }

    /** A watch through this probe, whose inventory was read. */
    public static SmClockWatch over(GpuProbe probe, GpuInventory inventory) {
        return new SmClockWatch(Optional.of(probe), Optional.of(inventory));
    }

    void busy(int ordinal, CudaInventory known) {
        busyOrdinal = Optional.of(ordinal);
        busyGpu = nvml.flatMap(inventory -> DeviceMatch.of(inventory, known).gpuOf(ordinal));
    }

    void idle() {
        busyOrdinal = Optional.empty();
        busyGpu = Optional.empty();
    }

    /** Looks at the clock of the GPU that is busy, if one is and NVML knows it. */
    void look() {
        if (probe.isEmpty() || busyGpu.isEmpty() || busyOrdinal.isEmpty()) {
            return;
        }
        for (GpuSample sample : probe.get().sample()) {
            if (sample.gpu() == busyGpu.get()) {
                sample.smMhz()
                        .toOptional()
                        .ifPresent(mhz -> seenMhz.computeIfAbsent(busyOrdinal.get(), key -> new ArrayList<>())
                                .add(mhz));
            }
        }
    }

    Reading<WatchedClock> of(int ordinal) {
        List<Integer> seen = seenMhz.getOrDefault(ordinal, List.of());
        if (seen.isEmpty()) {
            return Reading.absent(probe.isEmpty() ? "no NVML to watch it by" : "NVML showed no SM clock meanwhile");
        }
        return Reading.of(new WatchedClock(
                seen.stream().mapToInt(Integer::intValue).min().orElseThrow(),
                seen.stream().mapToInt(Integer::intValue).average().orElseThrow(),
                seen.stream().mapToInt(Integer::intValue).max().orElseThrow(),
                seen.size()));
    }
}
