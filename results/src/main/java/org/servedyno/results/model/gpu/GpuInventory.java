package org.servedyno.results.model.gpu;

import java.util.List;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/**
 * The GPUs of a node, read once.
 *
 * @param source where it comes from: {@code nvml} with the library's path, {@code sim}, {@code replay}
 * @param simulated whether the GPUs are simulated
 * @param readAt both clocks of the reader when it began to read
 * @param driverVersion the driver
 * @param nvmlVersion the NVML library
 * @param cudaDriverVersion the CUDA version the driver supports
 * @param gpus by index
 * @param topology how they reach each other
 */
public record GpuInventory(
        String source,
        boolean simulated,
        ClockAnchor readAt,
        Reading<String> driverVersion,
        Reading<String> nvmlVersion,
        Reading<String> cudaDriverVersion,
        List<GpuInfo> gpus,
        Reading<GpuTopology> topology) {
    public GpuInventory {
        gpus = List.copyOf(gpus);
    }
}
