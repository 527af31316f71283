package org.servedyno.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.servedyno.probe.TextTable.Column;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.GpuAffinity;

/** The matrix in the look of {@code nvidia-smi topo -m}, with a legend of the symbols in it. */
final class TopologyTable {
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
            out.append(page(inventory, matrix, from, to, used).text()).append('\n');
        }
        LEGEND.forEach((symbol, meaning) -> {
            if (used.contains(symbol)) {
                out.append(String.format(Locale.ROOT, "%-4s = %s", symbol, meaning))
                        .append('\n');
            }
        });
        return out.toString();
    }

    /** The columns of some GPUs, and beside them where each GPU sits in the host. */
    private static TextTable page(
            GpuInventory inventory, List<List<Reading<String>>> matrix, int from, int to, Set<String> used) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.left(""));
        for (int column = from; column < to; column++) {
            columns.add(Column.left("GPU" + column));
        }
        columns.add(Column.left("NUMA"));
        columns.add(Column.left("CPU affinity"));
        TextTable table = new TextTable(columns.toArray(new Column[0]));
        for (int row = 0; row < matrix.size(); row++) {
            List<String> cells = new ArrayList<>();
            cells.add("GPU" + row);
            for (Reading<String> cell : matrix.get(row).subList(from, to)) {
                cells.add(symbol(cell, used));
            }
            GpuAffinity affinity = inventory.gpus().get(row).affinity();
            cells.add(affinity.numaNode().map(String::valueOf).toOptional().orElse(ABSENT));
            cells.add(affinity.cpus().toOptional().orElse(ABSENT).replace(",", ", "));
            table.row(cells);
        }
        return table;
    }

    private static String symbol(Reading<String> cell, Set<String> used) {
        String text = cell.toOptional().orElse(ABSENT);
        used.add(text.startsWith("NV") ? "NV#" : text);
        return text;
    }
}
