package org.servedyno.results.model.gpu.info;

import org.servedyno.results.model.Reading;

/**
 * Where a GPU sits in the host.
 *
 * @param numaNode NUMA node of its PCI slot
 * @param cpus processors near it, for example {@code 0-47,96-143}
 */
public record GpuAffinity(Reading<Integer> numaNode, Reading<String> cpus) {
    /** Nothing could be read, for this reason. */
    public static GpuAffinity absent(String reason) {
        return new GpuAffinity(Reading.absent(reason), Reading.absent(reason));
    }
}
