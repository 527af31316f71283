package org.servedyno.probe.gate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * What a trial says about the GPUs it is to run on.
 *
 * @param profile the hardware expected; empty when nothing was said, then rules that need it are skipped
 * @param gpuCount how many GPUs the node should show; empty when nothing was said
 * @param gpus indices of the GPUs the trial uses; empty means all
 * @param ownPids processes that may be on the GPUs
 * @param container whether we run in a container, where NVML shows host pids
 * @param samples one look at each GPU before the start, for rules on the present state; may be empty
 */
public record GateContext(
        Optional<HardwareProfile> profile,
        OptionalInt gpuCount,
        Set<Integer> gpus,
        Set<Long> ownPids,
        boolean container,
        List<GpuSample> samples) {
    public GateContext {
        gpus = Set.copyOf(gpus);
        ownPids = Set.copyOf(ownPids);
        samples = List.copyOf(samples);
    }

    /** Nothing expected of the node, nothing of ours on it. */
    public static GateContext nothingExpected(List<GpuSample> samples) {
        return new GateContext(Optional.empty(), OptionalInt.empty(), Set.of(), Set.of(), false, samples);
    }

    /** Whether the trial uses this GPU. */
    public boolean uses(int gpu) {
        return gpus.isEmpty() || gpus.contains(gpu);
    }
}
