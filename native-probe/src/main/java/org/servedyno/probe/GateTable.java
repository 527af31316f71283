package org.servedyno.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.servedyno.probe.gate.GateCatalogue;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;

/** The gates by group, a line a gate where all GPUs agree; below it, what did not pass with what was expected and what to do. */
final class GateTable {
    private static final int NAME_COLUMNS = 26;
    private static final int RESULT_COLUMNS = 47;
    private static final int ID_COLUMNS = 7;
    private static final int FINDING_COLUMNS = 22;

    private final List<GateResult> results;
    private final StringBuilder out = new StringBuilder();

    private GateTable(List<GateResult> results) {
        this.results = results;
    }

    /** What makes results of several GPUs one finding. */
    private record Finding(String id, Status status, Effect effect, String seen) {
        static Finding of(GateResult result) {
            return new Finding(result.id(), result.status(), result.effect(), result.seen());
        }
    }

    static String of(List<GateResult> results) {
        GateTable table = new GateTable(results);
        table.overview();
        table.findings();
        return table.out + table.summary() + "\n";
    }

    private void overview() {
        rule('-', "");
        row("Gate", "Result");
        rule('=', "");
        for (GateCatalogue.Group group : GateCatalogue.Group.values()) {
            List<GateCatalogue> shown = GateCatalogue.of(group).stream()
                    .filter(gate -> !of(gate.id()).isEmpty())
                    .toList();
            if (!shown.isEmpty()) {
                rule('-', "-----  " + group.title() + "  ");
                shown.forEach(gate -> rows(gate.id(), gate.title()));
            }
        }
        List<String> unnamed = results.stream()
                .map(GateResult::id)
                .filter(id -> GateCatalogue.find(id).isEmpty())
                .distinct()
                .toList();
        unnamed.forEach(id -> rows(id, ""));
        rule('-', "");
        out.append('\n');
    }

    private List<GateResult> of(String id) {
        return results.stream().filter(result -> result.id().equals(id)).toList();
    }

    private void rule(char fill, String title) {
        String name = title + String.valueOf(fill).repeat(NAME_COLUMNS + 2 - title.length());
        out.append('+')
                .append(name)
                .append('+')
                .append(String.valueOf(fill).repeat(RESULT_COLUMNS + 2))
                .append("+\n");
    }

    private void row(String name, String result) {
        out.append("| ").append(pad(name, NAME_COLUMNS)).append(" | ");
        out.append(pad(result, RESULT_COLUMNS)).append(" |\n");
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private void rows(String id, String title) {
        String name = pad(id, ID_COLUMNS) + title;
        List<GateResult> gate = of(id);
        for (String line : lines(gate)) {
            for (String part : TextTable.wrap(line, RESULT_COLUMNS)) {
                row(name, part);
                name = "";
            }
        }
    }

    /** One line for each status, and for each finding that is not a pass. */
    private static List<String> lines(List<GateResult> gate) {
        Map<Finding, List<GateResult>> findings = grouped(gate);
        List<Finding> passes = findings.keySet().stream()
                .filter(finding -> finding.status() == Status.PASS)
                .toList();
        List<String> lines = new ArrayList<>();
        findings.forEach((finding, same) -> {
            if (finding.status() != Status.PASS) {
                lines.add(word(finding) + " - " + where(same, gate) + finding.seen());
            }
        });
        if (!passes.isEmpty()) {
            List<GateResult> passed = gate.stream()
                    .filter(result -> result.status() == Status.PASS)
                    .toList();
            String seen = passes.size() == 1 ? passes.get(0).seen() : "each of its own";
            lines.add("Pass - " + where(passed, gate) + seen);
        }
        return lines;
    }

    private static Map<Finding, List<GateResult>> grouped(List<GateResult> some) {
        Map<Finding, List<GateResult>> findings = new LinkedHashMap<>();
        some.forEach(result -> findings.computeIfAbsent(Finding.of(result), key -> new ArrayList<>())
                .add(result));
        return findings;
    }

    /** Which GPUs, unless all of them. */
    private static String where(List<GateResult> some, List<GateResult> all) {
        return some.size() == all.size() ? "" : gpus(some) + ": ";
    }

    private static String gpus(List<GateResult> some) {
        return some.get(0).gpu().isEmpty()
                ? "node"
                : "GPU "
                        + GpuRanges.of(some.stream()
                                .map(result -> result.gpu().orElseThrow())
                                .toList());
    }

    private static String word(Finding finding) {
        return switch (finding.status()) {
            case PASS -> "Pass";
            case WARN -> finding.effect() == Effect.SUSPECT ? "Warn, suspect" : "Warn";
            case FAIL -> "FAIL";
            case SKIP -> "Skip";
        };
    }

    /** What failed, then what warned: gate, expected, seen, advice. */
    private void findings() {
        List<GateResult> objected = results.stream()
                .filter(result -> result.status() == Status.FAIL)
                .collect(Collectors.toCollection(ArrayList::new));
        results.stream().filter(result -> result.status() == Status.WARN).forEach(objected::add);
        if (objected.isEmpty()) {
            return;
        }
        row4(List.of("Gate"), List.of("Expected"), List.of("Seen"), List.of("Advice"));
        grouped(objected).forEach((finding, same) -> {
            row4(
                    List.of(finding.id(), finding.status() == Status.FAIL ? "FAIL" : "Warn", gpus(same)),
                    wrapped(same.get(0).expected()),
                    wrapped(finding.seen()),
                    wrapped(same.get(0).advice()));
            out.append('\n');
        });
    }

    private static List<String> wrapped(String text) {
        return TextTable.wrap(text, FINDING_COLUMNS);
    }

    private void row4(List<String> gate, List<String> expected, List<String> seen, List<String> advice) {
        int gateColumns = TextTable.PAGE_COLUMNS - 3 * (FINDING_COLUMNS + 1);
        List<String> ids = gate.stream()
                .flatMap(line -> TextTable.wrap(line, gateColumns - 1).stream())
                .toList();
        int lines = Math.max(Math.max(ids.size(), expected.size()), Math.max(seen.size(), advice.size()));
        for (int i = 0; i < lines; i++) {
            String line = pad(at(ids, i), gateColumns) + " " + pad(at(expected, i), FINDING_COLUMNS) + " "
                    + pad(at(seen, i), FINDING_COLUMNS) + " " + at(advice, i);
            out.append(line.stripTrailing()).append('\n');
        }
    }

    private static String at(List<String> lines, int i) {
        return i < lines.size() ? lines.get(i) : "";
    }

    private String summary() {
        return "Gates: " + count(Status.PASS) + " passed, " + count(Status.WARN) + " warned, " + count(Status.FAIL)
                + " failed, " + count(Status.SKIP) + " skipped";
    }

    private long count(Status status) {
        return results.stream().filter(result -> result.status() == status).count();
    }
}
