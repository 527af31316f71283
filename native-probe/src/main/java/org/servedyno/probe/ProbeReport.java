package org.servedyno.probe;

import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInventory;

/**
 * What {@code servedyno probe} prints: GPUs, topology, CUDA, gates, within 80 columns.
 *
 * @param inventory the node
 * @param cuda what CUDA's driver says; where it was not asked, a gate says why and no more is shown
 * @param gates what the gates said of it
 */
public record ProbeReport(GpuInventory inventory, Reading<CudaInventory> cuda, List<GateResult> gates) {
    public ProbeReport {
        gates = List.copyOf(gates);
    }

    /** The page, ending with a line break. */
    public String text() {
        return banner() + head() + "\n" + new GpuTables(inventory).text() + "\n" + TopologyTable.of(inventory) + "\n"
                + cudaText() + GateTable.of(gates);
    }

    private String cudaText() {
        return cuda.toOptional()
                .map(present -> new CudaTables(inventory, present).text() + "\n")
                .orElse("");
    }

    private String banner() {
        return inventory.simulated()
                ? "SIMULATED: these GPUs do not exist; nothing below was read from hardware.\n\n"
                : "";
    }

    private String head() {
        int count = inventory.gpus().size();
        return String.join(
                        "\n",
                        TextTable.wrap(
                                count + (count == 1 ? " GPU" : " GPUs") + ", driver "
                                        + text(inventory.driverVersion()) + ", CUDA "
                                        + text(inventory.cudaDriverVersion()) + ", source " + inventory.source(),
                                TextTable.PAGE_COLUMNS))
                + "\n";
    }

    private static String text(Reading<String> reading) {
        return reading.toOptional()
                .orElseGet(() -> "n/a (" + reading.absentReason().orElse("not read") + ")");
    }
}
