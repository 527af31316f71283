package org.servedyno.probe.conformance;

import java.util.List;
import java.util.regex.Pattern;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuTopology;

/** What must hold of the two matrices: as wide as they are high, themselves on the diagonal, the same from both ends. */
final class TopologyChecks {
    private static final Pattern PATH = Pattern.compile("NV\\d+|PSB|PIX|PXB|PHB|NODE|SYS|\\d+");
    private static final Pattern PEER = Pattern.compile("OK|CHIPSET_NOT_SUPPORTED|GPU_NOT_SUPPORTED"
            + "|IOH_TOPOLOGY_NOT_SUPPORTED|DISABLED_BY_REGKEY|NOT_SUPPORTED|UNKNOWN|\\d+");

    private final Problems problems;

    private TopologyChecks(Problems problems) {
        this.problems = problems;
    }

    static void look(GpuInventory inventory, Problems problems) {
        TopologyChecks checks = new TopologyChecks(problems);
        int gpus = inventory.gpus().size();
        inventory.topology().toOptional().ifPresent(topology -> checks.both(topology, gpus));
    }

    private void both(GpuTopology topology, int gpus) {
        matrix("matrix", topology.matrix(), gpus, PATH);
        matrix("p2p", topology.p2p(), gpus, PEER);
    }

    private void matrix(String name, List<List<Reading<String>>> cells, int gpus, Pattern words) {
        boolean square = cells.size() == gpus && cells.stream().allMatch(row -> row.size() == gpus);
        problems.unless(square, name, "is not " + gpus + " by " + gpus);
        for (int a = 0; square && a < gpus; a++) {
            problems.unless(cells.get(a).get(a).equals(Reading.of("X")), name, "GPU " + a + " is not X to itself");
            for (int b = a + 1; b < gpus; b++) {
                pair(name + " " + a + "-" + b, cells.get(a).get(b), cells.get(b).get(a), words);
            }
        }
    }

    /** A GPU that is lost half-way through is known to one end only. */
    private void pair(String at, Reading<String> there, Reading<String> back, Pattern words) {
        problems.matches(at, there, words);
        problems.matches(at, back, words);
        boolean lost = List.of(there, back).stream()
                .anyMatch(cell -> cell.absentReason().orElse("").contains("GPU_IS_LOST"));
        problems.unless(
                lost || there.toOptional().equals(back.toOptional()), at, there + " there, but " + back + " back");
    }
}
