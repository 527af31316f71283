package org.servedyno.probe.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.servedyno.probe.ProbeReport;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.store.GateReport;

/** What must hold of what the gates said, and of the two forms in which it is shown. */
final class GateChecks {
    private static final Pattern ID = Pattern.compile("[A-Z0-9]+-\\d+");
    private static final int PAGE_COLUMNS = 80;

    private GateChecks() {}

    /** What is wrong with it; empty when nothing is. */
    static List<String> problems(GpuInventory inventory, List<GateResult> gates) throws IOException {
        Problems problems = new Problems();
        Set<String> seen = new HashSet<>();
        problems.unless(!gates.isEmpty(), "gates", "none");
        for (GateResult gate : gates) {
            String at = "gate " + gate.id()
                    + (gate.gpu().isPresent() ? " GPU " + gate.gpu().getAsInt() : "");
            problems.unless(ID.matcher(gate.id()).matches(), at, "is not of the form " + ID);
            problems.unless(seen.add(at), at, "twice");
            problems.unless(!gate.expected().isBlank(), at, "does not say what it expects");
            problems.unless(!gate.seen().isBlank(), at, "does not say what it saw");
            boolean advises = gate.status() == Status.WARN || gate.status() == Status.FAIL;
            problems.unless(!advises || !gate.advice().isBlank(), at, "advises nothing");
            problems.unless(
                    gate.gpu().isEmpty()
                            || gate.gpu().getAsInt() < inventory.gpus().size(),
                    at,
                    "there is no such GPU");
        }
        document(inventory, gates, problems);
        page(inventory, gates, problems);
        return problems.all();
    }

    private static void document(GpuInventory inventory, List<GateResult> gates, Problems problems) throws IOException {
        Path file = Files.createTempFile("gates", ".json");
        try {
            GateReport written = new GateReport(inventory.simulated(), Reading.of(inventory), gates);
            written.write(file);
            problems.unless(GateReport.read(file).equals(written), "document", "reads back as something else");
        } finally {
            Files.delete(file);
        }
    }

    private static void page(GpuInventory inventory, List<GateResult> gates, Problems problems) {
        new ProbeReport(inventory, Reading.absent("not asked"), gates)
                .text()
                .lines()
                .filter(line -> line.codePointCount(0, line.length()) > PAGE_COLUMNS)
                .forEach(line -> problems.add("page", "wider than " + PAGE_COLUMNS + " columns: " + line));
    }
}
