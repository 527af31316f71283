package org.servedyno.results.report;

import java.util.List;
import org.servedyno.results.report.view.CellView;
import org.servedyno.results.report.view.HeadingView;
import org.servedyno.results.report.view.PlanView;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.TrialView;
import org.servedyno.results.report.view.WorkloadView;

/** The report as Markdown, for pull requests and pages: the answer, what it rests on, how to repeat it. */
public final class MarkdownReport {
    private final ReportModel model;
    private final StringBuilder out = new StringBuilder();

    private MarkdownReport(ReportModel model) {
        this.model = model;
    }

    /** The whole file. */
    public static String render(ReportModel model) {
        MarkdownReport report = new MarkdownReport(model);
        report.heading();
        report.model.workloads().forEach(report::workload);
        report.notes();
        report.contrasts();
        report.trials();
        report.gates();
        report.metrics();
        report.environment();
        report.plan();
        return report.out.toString();
    }

    private String mark() {
        return model.heading().simulated() ? " (SIMULATED)" : "";
    }

    private void heading() {
        HeadingView heading = model.heading();
        line("# " + text(heading.study()) + mark());
        line("");
        if (heading.simulated()) {
            line("> **SIMULATED.** Engines and GPUs are simulated; nothing here was measured on hardware.");
            line("");
        }
        heading.summary().forEach(fact -> line("- " + text(fact)));
        if (!heading.incomplete().isEmpty()) {
            line("- **" + text(heading.incomplete()) + "**");
        }
        line("");
    }

    private void workload(WorkloadView workload) {
        line("## Verdict: " + text(workload.name()) + mark());
        line("");
        line(text(workload.description()) + ". " + text(workload.metricLabel()) + ", " + workload.betterIs()
                + " is better; ratio to " + text(workload.baseline()) + ", margin "
                + model.heading().margin() + "; intervals are 95 %.");
        line("");
        head("Configuration", workload.metricLabel() + ", " + workload.unit(), "Ratio", "Verdict", "Blocks");
        for (CellView cell : workload.cells()) {
            row(
                    cell.configuration(),
                    (cell.estimate().text() + " " + cell.estimate().plusMinus()).strip(),
                    cell.contrast().map(CellView.Contrast::text).orElse("–"),
                    cell.verdict(),
                    cell.blocks());
        }
        line("");
    }

    private void notes() {
        if (!model.notes().isEmpty() || !model.cellNotes().isEmpty()) {
            line("## Notes");
            line("");
            model.cellNotes().forEach(note -> line("- " + text(note.text() + " (" + note.about() + ")")));
            model.notes().forEach(note -> line("- " + text(note)));
            line("");
        }
    }

    private void contrasts() {
        line("## Comparisons in full" + mark());
        line("");
        head(
                "Workload",
                "Metric",
                "Role",
                "Candidate",
                "Ratio, 95 %",
                "90 %",
                "p difference",
                "p equivalence",
                "Detectable",
                "Rests on",
                "Verdict");
        for (WorkloadView workload : model.workloads()) {
            workload.contrasts()
                    .forEach(c -> row(
                            workload.name(),
                            c.metric(),
                            c.role(),
                            c.candidate(),
                            c.ratio(),
                            c.interval90(),
                            c.differenceP(),
                            c.equivalenceP(),
                            c.detectable(),
                            c.pairing(),
                            c.verdict()));
        }
        line("");
    }

    private void trials() {
        line("## Trials" + mark());
        line("");
        head("Configuration", "Valid", "Suspect", "Invalid", "Failed", "Failures");
        model.tallies()
                .forEach(t -> row(
                        t.configuration(),
                        Integer.toString(t.valid()),
                        Integer.toString(t.suspect()),
                        Integer.toString(t.invalid()),
                        Integer.toString(t.failed()),
                        t.failureClasses()));
        line("");
        List<TrialView> odd = model.trials().stream()
                .filter(t -> !t.done() || !t.reasons().isEmpty())
                .toList();
        if (!odd.isEmpty()) {
            head("Trial", "Standing", "Outcome", "Why", "Next step");
            odd.forEach(t -> row(
                    t.id(),
                    t.standing(),
                    t.outcome(),
                    t.failed() ? t.cause() : String.join("; ", t.reasons()),
                    t.advice()));
            line("");
        }
    }

    private void gates() {
        if (!model.findings().isEmpty()) {
            line("## What gates objected to" + mark());
            line("");
            head("Trial", "Gate", "GPU", "Status", "Effect", "Rule", "Seen");
            model.findings()
                    .forEach(f -> row(f.trial(), f.gate(), f.gpu(), f.status(), f.effect(), f.expected(), f.seen()));
            line("");
        }
    }

    private void metrics() {
        line("## All metrics" + mark());
        line("");
        head("Workload", "Metric", "Configuration", "Estimate", "Unit", "95 % interval", "Ratio", "Trials");
        model.metrics()
                .forEach(m -> row(
                        m.workload(),
                        m.metric(),
                        m.configuration(),
                        m.estimate(),
                        m.unit(),
                        m.interval(),
                        m.ratio(),
                        m.trials()));
        line("");
    }

    private void environment() {
        line("## Environment");
        line("");
        head("Fact", "Value");
        model.environment().forEach(f -> row(f.name(), f.known() ? f.value() : "not known: " + f.value()));
        line("");
    }

    private void plan() {
        PlanView plan = model.plan();
        line("## Plan");
        line("");
        head("Setting", "Value");
        plan.settings().forEach(f -> row(f.name(), f.value()));
        row("plan sha256", plan.planSha256());
        line("");
        line("Deviations from the defaults: "
                + (plan.deviations().isEmpty() ? "none" : text(String.join("; ", plan.deviations()))) + ".");
        line("");
        for (PlanView.BlockOrder block : plan.order()) {
            line("- block " + block.block() + ": "
                    + text(String.join(
                            ", ",
                            block.places().stream()
                                    .map(PlanView.Place::configuration)
                                    .toList())));
        }
        line("");
        line("To repeat it:");
        line("");
        line("    " + plan.command());
    }

    private void head(String... titles) {
        row(titles);
        out.append("|").append("---|".repeat(titles.length)).append('\n');
    }

    private void row(String... cells) {
        out.append('|');
        for (String cell : cells) {
            out.append(' ').append(text(cell)).append(cell.isEmpty() ? "|" : " |");
        }
        out.append('\n');
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    /** Text from outside must not become markup. */
    private static String text(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("`", "\\`")
                .replace("_", "\\_")
                .replace("\r", "")
                .replace('\n', ' ');
    }
}
