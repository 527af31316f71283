package org.servedyno.probe.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.servedyno.probe.sim.chip.ChipModel;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuTopology;

/** Identity and topology of simulated GPUs: an HGX board, half of its GPUs at each socket, every pair on NVSwitch. */
final class SimulatedInventory {
    private SimulatedInventory() {}

    static GpuInventory of(ChipModel chip, List<SimulatedGpu.Standing> gpus) {
        List<GpuInfo> infos = new ArrayList<>();
        for (int i = 0; i < gpus.size(); i++) {
            infos.add(new SimulatedFacts(chip, i, gpus.get(i)).info());
        }
        return new GpuInventory(
                "sim",
                true,
                ClockAnchor.now(),
                Reading.of(chip.driverVersion()),
                Reading.absent(SimulatedFacts.NOT_SIMULATED),
                Reading.of(chip.cudaDriverVersion()),
                infos,
                Reading.of(topology(chip, gpus.size())));
    }

    private static GpuTopology topology(ChipModel chip, int gpus) {
        return new GpuTopology(cells(gpus, "NV" + chip.nvlinks()), cells(gpus, "OK"));
    }

    private static List<List<Reading<String>>> cells(int gpus, String pair) {
        return IntStream.range(0, gpus)
                .mapToObj(row -> IntStream.range(0, gpus)
                        .mapToObj(column -> Reading.of(row == column ? "X" : pair))
                        .toList())
                .toList();
    }
}
