package org.servedyno.harness.trial.gpu;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.store.stream.GpuTrace;

/**
 * Who was on the GPUs when the engine was ready: its processes, as the driver names them, which in a container is not as this process
 * would. The gate before the start has found nobody there.
 *
 * @param seenAt when it was looked
 * @param pids process ids of the host
 */
record GpuOwners(ClockAnchor seenAt, Set<Long> pids) {
    GpuOwners {
        pids = Set.copyOf(pids);
    }

    static GpuOwners of(List<GpuOccupants> now) {
        Set<Long> pids = new HashSet<>();
        now.stream().flatMap(GpuOwners::pids).forEach(pids::add);
        return new GpuOwners(ClockAnchor.now(), pids);
    }

    /** These, and those that an engine needed only while it started. */
    Set<Long> with(GpuTrace trace) {
        long readyNs = trace.header().anchor().monotonicAt(seenAt.wall());
        Set<Long> all = new HashSet<>(pids);
        trace.occupants().stream()
                .filter(look -> look.monotonicNs() <= readyNs)
                .flatMap(GpuOwners::pids)
                .forEach(all::add);
        return all;
    }

    private static Stream<Long> pids(GpuOccupants look) {
        return look.processes().toOptional().orElse(List.of()).stream().map(GpuProcess::pid);
    }
}
