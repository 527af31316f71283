package org.servedyno.probe.gate.preflight;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuProcess;

/** Gates on who is on a GPU already. */
final class OccupancyGates {
    /** An idle GPU uses 2 to 4 MiB besides the reserve; the limit of a well-known fleet checker is 15. */
    private static final double USED_WARN_MIB = 15;

    private static final double USED_FAIL_MIB = 512;

    private OccupancyGates() {}

    static GateResult memory(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "MEM-7",
                gpu.index(),
                String.format(Locale.ROOT, "at most %.0f MiB used", USED_WARN_MIB),
                "find who holds it: nvidia-smi, fuser -v /dev/nvidia*");
        return rule.on(gpu.memory().usedMiB(), usedMiB -> {
            String seen = String.format(Locale.ROOT, "%.0f MiB used", usedMiB);
            if (usedMiB > USED_FAIL_MIB) {
                return rule.fail(seen);
            }
            return usedMiB > USED_WARN_MIB ? rule.warn(seen) : rule.pass(seen);
        });
    }

    static GateResult processes(GpuInfo gpu, Look look) {
        Rule rule = Rule.gpu(
                "PROC-1",
                gpu.index(),
                "no process but ours",
                look.context().container()
                        ? "stop it; the pids are the host's, not this container's"
                        : "stop it, or choose another GPU");
        return rule.on(
                gpu.processes().map(all -> all.stream().map(GpuProcess::pid).toList()), pids -> {
                    // In a container NVML shows host pids, which cannot be told from ours: any process counts.
                    List<Long> foreign = look.context().container()
                            ? pids
                            : pids.stream()
                                    .filter(pid -> !look.context().ownPids().contains(pid))
                                    .toList();
                    String list = foreign.stream().map(String::valueOf).collect(Collectors.joining(", "));
                    return rule.failUnless(
                            foreign.isEmpty(),
                            foreign.isEmpty()
                                    ? "none"
                                    : (foreign.size() == 1 ? "process " : "processes ")
                                            + list
                                            + (look.context().container() ? " (host pids)" : ""));
                });
    }
}
