package org.servedyno.results.model;

import java.util.List;

/** What a plan says of the GPUs its trials run on. */
public sealed interface Hardware {
    /**
     * No GPU is gated or recorded.
     *
     * @param reason why, as it appears in reports
     */
    record None(String reason) implements Hardware {}

    /**
     * Real GPUs, probed through NVML.
     *
     * @param profile the hardware profile expected, for example {@code h100-sxm}
     * @param gpus how many the engine is given, at least 1
     * @param devices indices or UUIDs to take; empty means the first free ones
     */
    record Gpus(String profile, int gpus, List<String> devices) implements Hardware {
        public Gpus {
            devices = List.copyOf(devices);
        }
    }

    /**
     * Simulated GPUs that follow what the simulated engine does.
     *
     * @param profile the chip simulated
     * @param gpus how many, at least 1
     */
    record Simulated(String profile, int gpus) implements Hardware {}
}
