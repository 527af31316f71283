package org.servedyno.results.report;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.servedyno.results.report.TextTable.Column;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.HeadingView;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.Shortened;
import org.servedyno.results.report.view.TallyView;
import org.servedyno.results.report.view.TrialView;
import org.servedyno.results.report.view.WorkloadView;

/** The answer on a console, at most 80 columns wide: verdicts, trials, failures, notes, where the report is. */
public final class ConsoleReport {
    private static final int WIDTH = 80;
    private static final int WHY = 39;
    private static final TextTable ESTIMATED =
            new TextTable(Column.left(17), Column.left(14), Column.left(23), Column.left(12), Column.right(6));
    private static final TextTable FAILED =
            new TextTable(Column.left(17), Column.left(WHY), Column.left(12), Column.right(6));
    private static final TextTable TRIALS =
            new TextTable(Column.left(34), Column.right(7), Column.right(7), Column.right(7), Column.right(7));

    private final ReportModel model;
    private final Ansi ansi;
    private final StringBuilder out = new StringBuilder();

    private ConsoleReport(ReportModel model, Ansi ansi) {
        this.model = model;
        this.ansi = ansi;
    }

    /**
     * Renders the report.
     *
     * @param html where the HTML report was written; its line is left out when it was not
     * @param colours whether the text may hold ANSI colours
     * @return lines ended by {@code \n}
     */
    public static String render(ReportModel model, Optional<Path> html, boolean colours) {
        ConsoleReport report = new ConsoleReport(model, new Ansi(colours));
        report.heading();
        report.model.workloads().forEach(report::verdicts);
        report.notes();
        report.trials();
        report.failures();
        html.ifPresent(path -> report.line("report: " + path));
        return report.out.toString();
    }

    private void heading() {
        HeadingView heading = model.heading();
        if (heading.simulated()) {
            line(ansi.doubt("SIMULATED: engines and GPUs are simulated; nothing here was measured on hardware"));
        }
        line(ansi.strong(Shortened.to(WIDTH, heading.study())));
        heading.summary().forEach(fact -> wrapped("  ", fact));
        if (!heading.incomplete().isEmpty()) {
            wrapped("  ", heading.incomplete());
        }
        line("");
    }

    private String mark() {
        return model.heading().simulated() ? "SIMULATED " : "";
    }

    private void verdicts(WorkloadView workload) {
        wrapped("", mark() + workload.name() + ": " + workload.description());
        wrapped(
                "",
                workload.metricLabel() + " (" + workload.betterIs() + " is better), ratio to " + workload.baseline()
                        + ", margin " + model.heading().margin());
        StringBuilder table = new StringBuilder(ESTIMATED.row(
                "configuration", workload.unit() + " ± 95 %", "ratio [95 % interval]", "verdict", "blocks"));
        workload.cells().forEach(cell -> table.append(row(cell)));
        line(ansi.verdicts(table.toString().stripTrailing()));
        line("");
    }

    private static String row(CellView cell) {
        String name = Shortened.to(WIDTH, cell.configuration());
        String ratio = cell.contrast().map(CellView.Contrast::text).orElse("");
        if (cell.estimate().present()) {
            String estimate = (cell.estimate().text() + " " + cell.estimate().plusMinus()).strip();
            return ESTIMATED.row(name, estimate, ratio, cell.verdict(), cell.blocks());
        }
        return FAILED.row(name, Shortened.to(WHY, cell.estimate().text()), cell.verdict(), cell.blocks());
    }

    private void notes() {
        model.cellNotes().forEach(note -> wrapped("  ", "- " + note.text() + " (" + note.about() + ")"));
        model.notes().forEach(note -> wrapped("  ", "- " + note));
        if (!model.cellNotes().isEmpty() || !model.notes().isEmpty()) {
            line("");
        }
    }

    private void trials() {
        out.append(TRIALS.row(mark() + "trials", "valid", "suspect", "invalid", "failed"));
        for (TallyView tally : model.tallies()) {
            out.append(TRIALS.row(
                    Shortened.to(WIDTH, tally.configuration()),
                    Integer.toString(tally.valid()),
                    Integer.toString(tally.suspect()),
                    Integer.toString(tally.invalid()),
                    Integer.toString(tally.failed())));
        }
        line("");
    }

    private void failures() {
        Map<String, TrialView> first = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (TrialView trial : model.trials()) {
            if (trial.failed()) {
                String key = trial.configuration() + " " + trial.outcome();
                first.putIfAbsent(key, trial);
                counts.merge(key, 1, Integer::sum);
            }
        }
        first.forEach((key, trial) -> {
            int count = counts.getOrDefault(key, 1);
            wrapped(
                    "",
                    ansi.bad(key) + (count == 1 ? " (trial " : " (" + count + " trials, first ") + trial.id() + ")");
            wrapped("  ", trial.cause());
            wrapped("  ", "next: " + trial.advice());
            line("");
        });
    }

    private void wrapped(String indent, String text) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split(" ", -1)) {
            boolean empty = line.length() == indent.length();
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                line(line.toString());
                line.setLength(0);
                line.append(indent);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            while (line.length() > WIDTH) {
                line(line.substring(0, WIDTH));
                line.replace(0, WIDTH, indent);
            }
        }
        line(line.toString());
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    /** Colours, or none. */
    private record Ansi(boolean on) {
        private static final String END = "\u001b[0m";

        private String wrap(String code, String text) {
            return on ? "\u001b[" + code + "m" + text + END : text;
        }

        String strong(String text) {
            return wrap("1", text);
        }

        String doubt(String text) {
            return wrap("1;33", text);
        }

        String bad(String text) {
            return wrap("31", text);
        }

        /** Colours the verdict words in a finished table, so that they take no part in its widths. */
        String verdicts(String table) {
            return table.replaceAll("\\bFASTER\\b", wrap("32", "FASTER"))
                    .replaceAll("\\bSLOWER\\b", wrap("31", "SLOWER"))
                    .replaceAll("\\bEQUIVALENT\\b", wrap("36", "EQUIVALENT"))
                    .replaceAll("\\bINCONCLUSIVE\\b", wrap("33", "INCONCLUSIVE"))
                    .replaceAll("\\bINVALID\\b", wrap("31", "INVALID"));
        }
    }
}
