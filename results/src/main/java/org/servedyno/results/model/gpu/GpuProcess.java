package org.servedyno.results.model.gpu;

import org.servedyno.results.model.Reading;

/**
 * A process on a GPU.
 *
 * @param pid its id as the driver knows it: the host's, also when read inside a container
 * @param kind {@code compute}, {@code graphics} or {@code mps}
 * @param usedMiB device memory it holds
 */
public record GpuProcess(long pid, String kind, Reading<Double> usedMiB) {}
