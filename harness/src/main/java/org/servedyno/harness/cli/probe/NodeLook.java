package org.servedyno.harness.cli.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.replay.Recording;
import org.servedyno.probe.replay.Replay;
import org.servedyno.probe.replay.Surroundings;
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
     * Looks at this node, or at a simulated one.
     *
     * @throws ProbeUnavailableException if no GPU can be probed
     */
    public static NodeLook at(ProbeSource source) throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(source)) {
            return of(probe, Surroundings.ofThisProcess());
        }
    }

    /**
     * Looks at this node and records it.
     *
     * @param library NVML; empty takes the environment's or the usual names
     * @param folder new or empty
     * @throws ProbeUnavailableException if no GPU can be probed; this is recorded too
     * @throws IOException if the recording cannot be written
     */
    public static NodeLook recording(Optional<Path> library, Path folder)
            throws ProbeUnavailableException, IOException {
        Surroundings surroundings = Surroundings.ofThisProcess();
        try (Recording recording = Recording.begin(folder, library, surroundings);
                GpuProbe probe = recording.probe()) {
            NodeLook look = of(probe, surroundings);
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
}
