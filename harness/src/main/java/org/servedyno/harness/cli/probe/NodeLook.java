package org.servedyno.harness.cli.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.cuda.CudaProbe;
import org.servedyno.probe.cuda.CudaRequest;
import org.servedyno.probe.cuda.SmClockWatch;
import org.servedyno.probe.replay.Recording;
import org.servedyno.probe.replay.Replay;
import org.servedyno.probe.replay.Surroundings;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * One look at a node: all that is shown and judged.
 *
 * @param inventory its GPUs
 * @param samples the present state of each
 * @param surroundings what is known beside them
 */
public record NodeLook(GpuInventory inventory, List<GpuSample> samples, Surroundings surroundings) {
    public NodeLook {
        samples = List.copyOf(samples);
    }

    /**
     * Looks at this node, or at a simulated one, which has no CUDA.
     *
     * @param cuda what to ask CUDA's driver; empty asks nothing
     * @throws ProbeUnavailableException if no GPU can be probed
     */
    public static NodeLook at(ProbeSource source, Optional<CudaRequest> cuda)
            throws ProbeUnavailableException, InterruptedException {
        try (GpuProbe probe = GpuProbes.open(source)) {
            NodeLook look = of(probe, Surroundings.ofThisProcess());
            return source instanceof ProbeSource.Simulated
                    ? look.with(Reading.absent("simulated"))
                    : look.with(askCuda(cuda, probe, look));
        }
    }

    /**
     * Looks at this node and records it.
     *
     * @param library NVML; empty takes the environment's or the usual names
     * @param folder new or empty
     * @param cuda what to ask CUDA's driver; empty asks nothing
     * @throws ProbeUnavailableException if no GPU can be probed; this is recorded too
     * @throws IOException if the recording cannot be written
     */
    public static NodeLook recording(Optional<Path> library, Path folder, Optional<CudaRequest> cuda)
            throws ProbeUnavailableException, IOException, InterruptedException {
        Surroundings surroundings = Surroundings.ofThisProcess();
        try (Recording recording = Recording.begin(folder, library, surroundings);
                GpuProbe probe = recording.probe()) {
            NodeLook nvml = of(probe, surroundings);
            NodeLook look = nvml.with(askCuda(cuda, probe, nvml));
            recording.update(look.surroundings());
            return look;
        }
    }

    /**
     * Looks at a recorded node.
     *
     * @throws ProbeUnavailableException if none of its GPUs could be probed
     */
    public static NodeLook of(Replay replay) throws ProbeUnavailableException {
        try (GpuProbe probe = replay.probe()) {
            return of(probe, replay.surroundings());
        }
    }

    private static NodeLook of(GpuProbe probe, Surroundings surroundings) {
        GpuInventory inventory = probe.inventory();
        return new NodeLook(inventory, probe.sample(), surroundings);
    }

    /** Last, so that what NVML shows before has nothing of ours on the GPUs. */
    private static Reading<CudaInventory> askCuda(Optional<CudaRequest> cuda, GpuProbe probe, NodeLook look)
            throws InterruptedException {
        return cuda.isPresent()
                ? Reading.of(CudaProbe.read(cuda.get(), SmClockWatch.over(probe, look.inventory())))
                : Reading.absent("--no-cuda was given");
    }

    private NodeLook with(Reading<CudaInventory> cuda) {
        return new NodeLook(inventory, samples, surroundings.with(cuda));
    }
}
