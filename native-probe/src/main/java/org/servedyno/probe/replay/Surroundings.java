package org.servedyno.probe.replay;

import java.util.Map;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;

/**
 * What the gates judge beside what NVML shows.
 *
 * @param container whether the probe runs in a container, where NVML shows host pids
 * @param environment environment variables that change how CUDA behaves
 * @param cuda what CUDA's driver says, or why it was not asked
 */
public record Surroundings(boolean container, Map<String, String> environment, Reading<CudaInventory> cuda) {
    public Surroundings {
        environment = Map.copyOf(environment);
    }
}
