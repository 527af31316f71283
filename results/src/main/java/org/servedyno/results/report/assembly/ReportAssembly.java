package org.servedyno.results.report.assembly;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.report.view.FactView;
import org.servedyno.results.report.view.HeadingView;
import org.servedyno.results.report.view.PlanView;
import org.servedyno.results.report.view.ReportModel;
import org.servedyno.results.report.view.TraceView;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.verdict.StudyAnalysis;
import org.servedyno.results.verdict.StudyResult;

/** Makes the report of a run from its files alone, whether the run has ended, was cut short, or lies years back. */
public final class ReportAssembly {
    private final RunDirectory run;
    private final RunFiles files;
    private final Study study;
    private final List<Trial> trials;

    private ReportAssembly(RunDirectory run, RunFiles files) {
        this.run = run;
        this.files = files;
        this.study = files.study();
        this.trials = files.trials();
    }

    /**
     * Reads the files and works out what is shown.
     *
     * @throws IOException when the plan can't be read; anything else that is unreadable becomes a note in the report
     */
    public static ReportModel of(RunDirectory run) throws IOException {
        return new ReportAssembly(run, RunFiles.read(run)).model();
    }

    private ReportModel model() {
        StudyResult result = StudyAnalysis.of(study, trials, run.path());
        TrialTables tables = new TrialTables(study, trials);
        GateTables gates = new GateTables(files.gates());
        Answers answers = new Answers(study, trials, result);
        List<TraceView> traces = new ArrayList<>();
        for (Trial trial : trials) {
            files.trace(trial).ifPresent(trace -> traces.add(Traces.of(trial, trace)));
        }
        List<FactView> environment = environment();
        PlanView plan = plan();
        return new ReportModel(
                heading(tables, answers, result.exploratory()),
                answers.workloads(),
                answers.metrics(),
                tables.tallies(),
                tables.trials(),
                gates.gates(),
                gates.findings(),
                tables.passes(),
                environment,
                plan,
                traces,
                files.notes());
    }

    private HeadingView heading(TrialTables tables, Answers answers, boolean exploratory) {
        List<String> summary = new ArrayList<>();
        summary.add(blocksRun() + " of " + study.discipline().blocks() + " blocks run");
        summary.add(tables.summary());
        summary.add(PlanTables.hardware(study.hardware()));
        span().ifPresent(summary::add);
        return new HeadingView(
                study.name(),
                study.simulated(),
                Answers.label(study.primaryMetric()),
                answers.unit(),
                study.baseline(),
                "±" + Rounding.percent(study.marginRatio()),
                summary,
                incomplete(exploratory),
                run.path().toString());
    }

    /** Blocks in which every configuration has a trial that ended, however it ended. */
    private long blocksRun() {
        return IntStream.rangeClosed(1, study.discipline().blocks())
                .filter(block -> trials.stream()
                                .filter(t -> t.block() == block)
                                .map(Trial::configuration)
                                .distinct()
                                .count()
                        == study.configurations().size())
                .count();
    }

    /** What keeps the study from being whole, and how to go on; empty when nothing does. */
    private String incomplete(boolean exploratory) {
        int blocks = study.discipline().blocks();
        List<String> sentences = new ArrayList<>();
        if (exploratory) {
            sentences.add(
                    "Exploratory: a server was not started fresh for each trial, so there are numbers and no verdict.");
        }
        String lacking = study.configurations().stream()
                .filter(c -> counted(c.name()) < blocks)
                .map(c -> c.name() + " " + counted(c.name()) + " of " + blocks)
                .collect(Collectors.joining(", "));
        if (!lacking.isEmpty()) {
            sentences.add("Trials that count are missing: " + lacking + ".");
        }
        if (blocksRun() < blocks) {
            sentences.add("To go on: servedyno run --resume " + PlanTables.quoted(run.path()));
        }
        return String.join(" ", sentences);
    }

    private long counted(String configuration) {
        return trials.stream()
                .filter(t -> t.configuration().equals(configuration) && t.counts())
                .map(Trial::block)
                .distinct()
                .count();
    }

    private Optional<String> span() {
        if (trials.isEmpty()) {
            return Optional.empty();
        }
        Instant start = trials.get(0).startedAt();
        Instant end =
                trials.stream().map(Trial::endedAt).max(Instant::compareTo).orElse(start);
        return Optional.of(TimeText.moment(start) + " UTC, " + TimeText.duration(Duration.between(start, end)));
    }

    private List<FactView> environment() {
        List<FactView> facts = new ArrayList<>();
        files.environment()
                .ifPresent(environment -> new TreeMap<>(environment.facts())
                        .forEach((name, reading) -> facts.add(new FactView(
                                name,
                                reading.toOptional().or(reading::absentReason).orElse(""),
                                reading.toOptional().isPresent()))));
        return facts;
    }

    private PlanView plan() {
        return new PlanTables(study).view(run, files.text(run.planYaml()), files.text(run.planJson()));
    }
}
