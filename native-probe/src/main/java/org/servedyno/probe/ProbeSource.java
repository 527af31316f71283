package org.servedyno.probe;

import java.nio.file.Path;
import java.util.Optional;

/** Where GPU readings come from. */
public sealed interface ProbeSource {
    /**
     * The driver's NVML.
     *
     * @param library the library to load; empty takes {@code SERVEDYNO_NVML}, else {@code libnvidia-ml.so.1}, else {@code
     *     libnvidia-ml.so}
     */
    record Nvml(Optional<Path> library) implements ProbeSource {}

    /**
     * A simulated node.
     *
     * @param profile the chip, for example {@code h100-sxm}
     * @param gpus how many, at least 1
     * @param stateFile what the simulated engines publish; empty means GPUs that stay idle
     */
    record Simulated(String profile, int gpus, Optional<Path> stateFile) implements ProbeSource {
        public Simulated {
            if (gpus < 1) {
                throw new IllegalArgumentException("a simulated node needs at least one GPU: " + gpus);
            }
        }
    }
}
