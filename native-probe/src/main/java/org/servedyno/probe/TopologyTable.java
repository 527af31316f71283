package org.servedyno.probe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuTopology;

/** The matrix in the look of {@code nvidia-smi topo -m}, with a legend of the symbols in it. */
final class TopologyTable {
    private static final int COLUMN = 7;
    private static final int COLUMNS_A_PAGE = 8;
    private static final String ABSENT = "n/a";

    private static final Map<String, String> LEGEND = legend();

    private TopologyTable() {}

    private static Map<String, String> legend() {
        Map<String, String> symbols = new LinkedHashMap<>();
        symbols.put("X", "itself");
        symbols.put("NV#", "that many NVLinks");
        symbols.put("PIX", "at most one PCIe bridge");
        symbols.put("PXB", "several PCIe bridges, not the host bridge");
        symbols.put("PHB", "the PCIe host bridge");
        symbols.put("NODE", "host bridges of one NUMA node");
        symbols.put("SYS", "the link between NUMA nodes");
        return symbols;
    }

    static String of(GpuInventory inventory) {
        Optional<GpuTopology> topology = inventory.topology().toOptional();
        if (topology.isEmpty()) {
            return "topology n/a: " + inventory.topology().absentReason().orElse("not read") + "\n";
        }
        List<List<Reading<String>>> matrix = topology.get().matrix();
        StringBuilder out = new StringBuilder();
        Set<String> used = new TreeSet<>();
        for (int from = 0; from < matrix.size(); from += COLUMNS_A_PAGE) {
            int to = Math.min(matrix.size(), from + COLUMNS_A_PAGE);
            out.append(line("", from, to, column -> "GPU" + column)).append("  NUMA\n");
            for (int row = 0; row < matrix.size(); row++) {
                List<Reading<String>> cells = matrix.get(row);
                out.append(line("GPU" + row, from, to, column -> symbol(cells.get(column), used)))
                        .append("  ")
                        .append(numa(inventory.gpus().get(row)))
                        .append('\n');
            }
            out.append('\n');
        }
        LEGEND.forEach((symbol, meaning) -> {
            if (used.contains(symbol)) {
                out.append(String.format(Locale.ROOT, "%-4s = %s%n", symbol, meaning)
                        .replace("\r", ""));
            }
        });
        return out.toString();
    }

    @FunctionalInterface
    private interface Cell {
        String at(int column);
    }

    private static String line(String head, int from, int to, Cell cell) {
        StringBuilder out = new StringBuilder(String.format(Locale.ROOT, "%-6s", head));
        for (int column = from; column < to; column++) {
            out.append(String.format(Locale.ROOT, "%" + COLUMN + "s", cell.at(column)));
        }
        return out.toString();
    }

    private static String symbol(Reading<String> cell, Set<String> used) {
        String text = cell.toOptional().orElse(ABSENT);
        used.add(text.startsWith("NV") ? "NV#" : text);
        return text;
    }

    private static String numa(GpuInfo gpu) {
        return String.format(
                Locale.ROOT,
                "%4s",
                gpu.affinity().numaNode().map(String::valueOf).toOptional().orElse(ABSENT));
    }
}
