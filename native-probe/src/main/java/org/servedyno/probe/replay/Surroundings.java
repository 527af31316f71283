package org.servedyno.probe.replay;

import java.util.HashMap;
import java.util.Map;
import org.servedyno.probe.gate.ContainerCheck;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;

/**
 * What the gates judge beside what NVML shows.
 *
 * @param container whether the probe runs in a container, where NVML shows host pids
 * @param environment the environment variables that a gate judges, of those that are set
 * @param cuda what CUDA's driver says, or why it was not asked
 */
public record Surroundings(boolean container, Map<String, String> environment, Reading<CudaInventory> cuda) {
    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /** Those of this process, before CUDA is asked. */
    public static Surroundings ofThisProcess() {
        Map<String, String> judged = new HashMap<>(System.getenv());
        judged.keySet().retainAll(PreflightGates.environmentNames());
        return new Surroundings(ContainerCheck.inContainer(), judged, Reading.absent("CUDA was not asked"));
    }

    /** The same, with what CUDA's driver says. */
    public Surroundings with(Reading<CudaInventory> newCuda) {
        return new Surroundings(container, environment, newCuda);
    }
}
