package org.servedyno.results.model.gpu;

import java.util.List;
import org.servedyno.results.model.Reading;

/**
 * The GPUs of a node, read once.
 *
 * @param source where it comes from: {@code nvml} with the library's path, {@code sim}, {@code replay}
 * @param simulated whether the GPUs are simulated
 * @param driverVersion the driver
 * @param cudaDriverVersion the CUDA version the driver supports
 * @param gpus by index
 * @param topology how they reach each other
 */
public record GpuInventory(
        String source,
        boolean simulated,
        Reading<String> driverVersion,
        Reading<String> cudaDriverVersion,
        List<GpuInfo> gpus,
        Reading<GpuTopology> topology) {
    public GpuInventory {
        gpus = List.copyOf(gpus);
    }
}
