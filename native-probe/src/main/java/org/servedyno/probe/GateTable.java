package org.servedyno.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.servedyno.probe.TextTable.Column;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;

/** The gates, GPUs with the same finding in one row; what did not pass says what was expected and what to do. */
final class GateTable {
    private GateTable() {}

    /** What makes findings of several GPUs one row. */
    private record Finding(String id, boolean node, Status status, Effect effect, String seen) {
        static Finding of(GateResult result) {
            return new Finding(result.id(), result.gpu().isEmpty(), result.status(), result.effect(), result.seen());
        }
    }

    static String of(List<GateResult> results) {
        Map<Finding, List<GateResult>> findings = new LinkedHashMap<>();
        for (GateResult result : results) {
            findings.computeIfAbsent(Finding.of(result), key -> new ArrayList<>())
                    .add(result);
        }
        TextTable table =
                new TextTable(Column.left("Gate"), Column.left("GPU"), Column.left("Result"), Column.left("Seen"));
        findings.forEach((finding, same) -> rows(table, finding, same));
        return table.text() + "\n" + summary(results) + "\n";
    }

    private static void rows(TextTable table, Finding finding, List<GateResult> same) {
        String where = finding.node()
                ? "node"
                : GpuRanges.of(
                        same.stream().map(result -> result.gpu().orElseThrow()).toList());
        table.row(List.of(finding.id(), where, word(finding), finding.seen()));
        if (finding.status() == Status.FAIL || finding.status() == Status.WARN) {
            table.row(List.of("", "", "", "expected: " + same.get(0).expected()));
            table.row(List.of("", "", "", "next: " + same.get(0).advice()));
        }
    }

    private static String word(Finding finding) {
        return switch (finding.status()) {
            case PASS -> "Pass";
            case WARN -> finding.effect() == Effect.SUSPECT ? "Warn, suspect" : "Warn";
            case FAIL -> "FAIL";
            case SKIP -> "Skip";
        };
    }

    private static String summary(List<GateResult> results) {
        return "Gates: " + count(results, Status.PASS) + " passed, " + count(results, Status.WARN) + " warned, "
                + count(results, Status.FAIL) + " failed, " + count(results, Status.SKIP) + " skipped";
    }

    private static long count(List<GateResult> results, Status status) {
        return results.stream().filter(result -> result.status() == status).count();
    }
}
