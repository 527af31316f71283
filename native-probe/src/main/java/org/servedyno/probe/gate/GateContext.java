package org.servedyno.probe.gate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * What is expected of a node, and what is known beside its inventory. Begin with {@link #nothingExpected} and add what is known.
 *
 * @param profile the hardware expected; empty when nothing was said, then rules that need it are skipped
 * @param gpuCount how many GPUs the node should show; empty when nothing was said
 * @param gpus indices of the GPUs the trial uses; empty means all
 * @param ownPids processes that may be on the GPUs
 * @param container whether we run in a container, where NVML shows host pids
 * @param samples one look at each GPU before the start, for rules on the present state; may be empty
 * @param cuda what CUDA's driver says, or why it was not asked
 * @param previous an earlier inventory of this node, for rules on counters that must not have risen since
 * @param environment the environment variables that engines will be given, or why they are not known; those that
 *     the gates look for are enough
 */
public record GateContext(
        Optional<HardwareProfile> profile,
        OptionalInt gpuCount,
        Set<Integer> gpus,
        Set<Long> ownPids,
        boolean container,
        List<GpuSample> samples,
        Reading<CudaInventory> cuda,
        Optional<GpuInventory> previous,
        Reading<Map<String, String>> environment) {
    public GateContext {
        gpus = Set.copyOf(gpus);
        ownPids = Set.copyOf(ownPids);
        samples = List.copyOf(samples);
        environment = environment.map(Map::copyOf);
    }

    /** Nothing expected of the node, nothing of ours on it, no environment, CUDA not asked. */
    public static GateContext nothingExpected(List<GpuSample> samples) {
        return new GateContext(
                Optional.empty(),
                OptionalInt.empty(),
                Set.of(),
                Set.of(),
                false,
                samples,
                Reading.absent("CUDA was not asked"),
                Optional.empty(),
                Reading.absent("the engine's environment is not known"));
    }

    /** The same, with this hardware expected. */
    public GateContext expecting(Optional<HardwareProfile> newProfile, OptionalInt newGpuCount) {
        return new GateContext(newProfile, newGpuCount, gpus, ownPids, container, samples, cuda, previous, environment);
    }

    /** The same, for a trial on these GPUs only. */
    public GateContext using(Set<Integer> newGpus) {
        return new GateContext(profile, gpuCount, newGpus, ownPids, container, samples, cuda, previous, environment);
    }

    /** The same, seen from inside a container or not, where these processes are ours. */
    public GateContext from(boolean newContainer, Set<Long> newOwnPids) {
        return new GateContext(profile, gpuCount, gpus, newOwnPids, newContainer, samples, cuda, previous, environment);
    }

    /** The same, with what CUDA's driver says. */
    public GateContext withCuda(Reading<CudaInventory> newCuda) {
        return new GateContext(profile, gpuCount, gpus, ownPids, container, samples, newCuda, previous, environment);
    }

    /** The same, after that earlier look at the node. */
    public GateContext after(GpuInventory newPrevious) {
        return new GateContext(
                profile, gpuCount, gpus, ownPids, container, samples, cuda, Optional.of(newPrevious), environment);
    }

    /** The same, for engines that will be given these environment variables. */
    public GateContext withEnvironment(Map<String, String> newEnvironment) {
        return new GateContext(
                profile, gpuCount, gpus, ownPids, container, samples, cuda, previous, Reading.of(newEnvironment));
    }

    /** Whether the trial uses this GPU. */
    public boolean uses(int gpu) {
        return gpus.isEmpty() || gpus.contains(gpu);
    }
}
