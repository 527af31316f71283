package org.servedyno.results.report.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.report.view.FindingView;
import org.servedyno.results.report.view.GateView;

class GateTablesTest {
    private static GateResult gate(String id, Status status, String seen) {
        Effect effect = status == Status.FAIL ? Effect.INVALID : Effect.NONE;
        return new GateResult(id, OptionalInt.of(0), status, effect, "rule of " + id, seen, "next");
    }

    @Test
    void gates_are_counted_over_trials_and_the_worst_is_shown() {
        Map<String, List<GateResult>> byTrial = new LinkedHashMap<>();
        byTrial.put("1-a-1", List.of(gate("MEM-7", Status.PASS, "12 MiB"), gate("NVL-5", Status.SKIP, "no reading")));
        byTrial.put("1-b-1", List.of(gate("MEM-7", Status.FAIL, "9 GiB"), gate("NVL-5", Status.PASS, "0")));
        byTrial.put("2-b-1", List.of(gate("MEM-7", Status.WARN, "600 MiB")));
        GateTables tables = new GateTables(byTrial);
        assertThat(tables.gates())
                .containsExactly(
                        new GateView("MEM-7", "rule of MEM-7", 1, 1, 1, 0, "9 GiB (1-b-1)"),
                        new GateView("NVL-5", "rule of NVL-5", 1, 0, 0, 1, "0"));
        assertThat(tables.gates().get(0).worst()).isEqualTo("fail");
        assertThat(tables.findings()).extracting(FindingView::trial).containsExactly("1-b-1", "2-b-1");
        assertThat(tables.findings().get(0).effect()).isEqualTo("invalid");
    }
}
