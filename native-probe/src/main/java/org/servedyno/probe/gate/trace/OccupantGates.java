package org.servedyno.probe.gate.trace;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.servedyno.probe.gate.Rule;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuProcess;

/**
 * The gate on who was on a GPU during a window. The driver tells the host's pids, in a container too, so they are compared with
 * each other and with those known to be ours on the host, and never looked up.
 */
final class OccupantGates {
    private OccupantGates() {}

    /**
     * No process but ours. Where ours are not known, those of the first look that shows any count as ours, the last look before the
     * window included; that nobody was there before the engine is for the gate before the start.
     */
    static GateResult strangers(int gpu, List<GpuOccupants> occupants, TraceWindow window) {
        Rule rule = Rule.gpu(
                "PROC-1",
                gpu,
                "no process but ours",
                "stop it; its pid is the host's, also when seen from a container");
        List<GpuOccupants> own =
                occupants.stream().filter(look -> look.gpu() == gpu).toList();
        List<GpuOccupants> looks = own.stream()
                .filter(look -> look.monotonicNs() <= window.endNs())
                .filter(look -> look.monotonicNs() >= lastBefore(own, window.startNs()))
                .filter(look -> look.processes().toOptional().isPresent())
                .toList();
        if (looks.isEmpty()) {
            return rule.skip(own.stream()
                    .flatMap(look -> look.processes().absentReason().stream())
                    .findFirst()
                    .orElse("nobody looked at the processes"));
        }
        Set<Long> ours = window.ownPids().orElseGet(() -> first(looks));
        Set<Long> told = new HashSet<>();
        String strangers = looks.stream()
                .flatMap(look -> pids(look).stream()
                        .filter(pid -> !ours.contains(pid) && told.add(pid))
                        .map(pid -> text(pid, look, window)))
                .collect(Collectors.joining(", "));
        return strangers.isEmpty()
                ? rule.pass("none in " + looks.size() + (looks.size() == 1 ? " look" : " looks"))
                : rule.fail(strangers);
    }

    private static long lastBefore(List<GpuOccupants> looks, long startNs) {
        return looks.stream()
                .mapToLong(GpuOccupants::monotonicNs)
                .filter(atNs -> atNs <= startNs)
                .max()
                .orElse(startNs);
    }

    private static Set<Long> first(List<GpuOccupants> looks) {
        Optional<Set<Long>> some = looks.stream()
                .map(OccupantGates::pids)
                .filter(pids -> !pids.isEmpty())
                .findFirst();
        return some.orElse(Set.of());
    }

    private static Set<Long> pids(GpuOccupants look) {
        return look.processes().toOptional().orElse(List.of()).stream()
                .map(GpuProcess::pid)
                .collect(Collectors.toSet());
    }

    private static String text(long pid, GpuOccupants look, TraceWindow window) {
        double seconds = Math.max(0, (look.monotonicNs() - window.startNs()) / 1e9);
        return String.format(Locale.ROOT, "process %d seen after %.1f s", pid, seconds);
    }
}
