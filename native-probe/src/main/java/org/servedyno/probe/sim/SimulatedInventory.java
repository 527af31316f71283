package org.servedyno.probe.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.servedyno.probe.gate.profile.HardwareProfile;
import org.servedyno.probe.sim.chip.ChipModel;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuTopology;

/** Identity and topology of simulated GPUs: an HGX board, half of its GPUs at each socket, every pair on NVSwitch. */
final class SimulatedInventory {
    private static final List<String> SLOTS = List.of("19", "3B", "4C", "5D", "9B", "BB", "CB", "DB");
    private static final int GPUS_PER_SOCKET = 4;

    private SimulatedInventory() {}

    static GpuInventory of(ChipModel chip, List<SimulatedGpu.Standing> gpus) {
        List<GpuInfo> infos = new ArrayList<>();
        for (int i = 0; i < gpus.size(); i++) {
            infos.add(info(chip, i, gpus.get(i)));
        }
        return new GpuInventory(
                "sim",
                true,
                Reading.of(chip.driverVersion()),
                Reading.of(chip.cudaDriverVersion()),
                infos,
                Reading.of(topology(chip.facts(), gpus.size())));
    }

    private static GpuInfo info(ChipModel chip, int index, SimulatedGpu.Standing now) {
        HardwareProfile facts = chip.facts();
        return new GpuInfo(
                index,
                String.format(Locale.ROOT, "GPU-51301a7e-d000-4000-8000-%012x", index),
                Reading.of(facts.productName()),
                Reading.of(busId(index)),
                Reading.of(facts.pciDeviceId()),
                Reading.of(facts.memoryTotalMiB()),
                Reading.of(now.memoryUsedMiB()),
                Reading.of(chip.powerLimitWatts()),
                Reading.of(chip.powerLimitWatts()),
                Reading.of(facts.smMaxMhz()),
                Reading.of(facts.memoryMaxMhz()),
                Reading.of(now.temperatureC()),
                Reading.of(true),
                Reading.of(false),
                Reading.of(true),
                Reading.of(facts.pcieGeneration()),
                Reading.of(facts.pcieWidth()),
                Reading.of(facts.nvlinkLinks()),
                Reading.of(index / GPUS_PER_SOCKET % 2),
                Reading.of(chip.vbios()),
                Reading.of(now.pid() == 0 ? List.of() : List.of(now.pid())));
    }

    private static String busId(int index) {
        int board = index / SLOTS.size();
        return String.format(Locale.ROOT, "%08X:%s:00.0", board, SLOTS.get(index % SLOTS.size()));
    }

    private static GpuTopology topology(HardwareProfile facts, int gpus) {
        return new GpuTopology(cells(gpus, "NV" + facts.nvlinkLinks()), cells(gpus, "OK"));
    }

    private static List<List<Reading<String>>> cells(int gpus, String pair) {
        return IntStream.range(0, gpus)
                .mapToObj(row -> IntStream.range(0, gpus)
                        .mapToObj(column -> Reading.of(row == column ? "X" : pair))
                        .toList())
                .toList();
    }
}
