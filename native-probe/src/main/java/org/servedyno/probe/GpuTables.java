package org.servedyno.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.servedyno.probe.TextTable.Column;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;

/** Who the GPUs are, and how they are set. */
final class GpuTables {
    private static final String ABSENT = "n/a";

    /** Why a cell says n/a, and on which GPUs. */
    private final Map<String, List<Integer>> reasons = new TreeMap<>();

    private final GpuInventory inventory;

    GpuTables(GpuInventory inventory) {
        this.inventory = inventory;
    }

    String text() {
        TextTable identity = identity();
        TextTable settings = settings();
        String why = reasons.entrySet().stream()
                .map(entry -> String.join("\n", TextTable.wrap(because(entry), TextTable.PAGE_COLUMNS)) + "\n")
                .collect(Collectors.joining());
        return identity.text() + "\n" + settings.text() + (why.isEmpty() ? "" : "\n" + why);
    }

    private static String because(Map.Entry<String, List<Integer>> entry) {
        return ABSENT + " on GPU " + GpuRanges.of(entry.getValue()) + ": " + entry.getKey();
    }

    private TextTable identity() {
        TextTable table = new TextTable(
                Column.right("GPU"), Column.left("Name, UUID"), Column.left("Bus-Id"), Column.left("VBIOS"));
        for (GpuInfo gpu : inventory.gpus()) {
            table.row(List.of(
                    String.valueOf(gpu.index()),
                    cell(gpu, gpu.identity().name(), name -> name),
                    cell(gpu, gpu.identity().pciBusId(), id -> id),
                    cell(gpu, gpu.identity().vbios(), version -> version)));
            table.row(List.of("", gpu.uuid()));
        }
        return table;
    }

    private TextTable settings() {
        TextTable table = new TextTable(
                Column.right("GPU"),
                Column.right("Used/total MiB"),
                Column.right("Limit"),
                Column.right("Temp"),
                Column.right("SM/mem MHz"),
                Column.left("PCIe"),
                Column.right("NVLink"),
                Column.left("ECC"),
                Column.left("MIG"),
                Column.left("Pers."));
        for (GpuInfo gpu : inventory.gpus()) {
            List<String> cells = new ArrayList<>();
            cells.add(String.valueOf(gpu.index()));
            cells.add(cell(gpu, gpu.memory().usedMiB(), GpuTables::whole) + "/"
                    + cell(gpu, gpu.memory().totalMiB(), GpuTables::whole));
            cells.add(cell(gpu, gpu.power().enforcedWatts(), watts -> whole(watts) + " W"));
            cells.add(cell(gpu, gpu.thermals().temperatureC(), celsius -> celsius + " C"));
            cells.add(cell(gpu, gpu.clocks().smMaxMhz(), String::valueOf) + "/"
                    + cell(gpu, gpu.clocks().memoryMaxMhz(), String::valueOf));
            cells.add(cell(gpu, gpu.pcie().generation(), generation -> "gen" + generation) + " "
                    + cell(gpu, gpu.pcie().width(), width -> "x" + width));
            cells.add(cell(gpu, gpu.nvlink().active(), String::valueOf));
            cells.add(cell(gpu, gpu.ecc().enabled(), GpuTables::onOff));
            cells.add(cell(gpu, gpu.modes().mig(), GpuTables::onOff));
            cells.add(cell(gpu, gpu.modes().persistence(), GpuTables::onOff));
            table.row(cells);
        }
        return table;
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String onOff(boolean on) {
        return on ? "on" : "off";
    }

    private <T> String cell(GpuInfo gpu, Reading<T> reading, Function<T, String> text) {
        reading.absentReason().ifPresent(reason -> {
            List<Integer> gpus = reasons.computeIfAbsent(reason, key -> new ArrayList<>());
            if (!gpus.contains(gpu.index())) {
                gpus.add(gpu.index());
            }
        });
        return reading.map(text).toOptional().orElse(ABSENT);
    }
}
