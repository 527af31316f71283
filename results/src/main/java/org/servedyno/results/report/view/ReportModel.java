package org.servedyno.results.report.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything a report shows, in the order a reader wants it: the answer, then what it rests on.
 *
 * @param heading what was studied, and the state it is in
 * @param workloads the answer, one section a workload
 * @param metrics every other metric, one row a cell and metric
 * @param tallies how many trials there were of each configuration, by validity
 * @param trials every trial, in the order they ran
 * @param gates every gate, over all trials
 * @param findings what gates objected to, trial by trial
 * @param passes every pass, in the order run
 * @param environment the machine and software
 * @param plan what was asked for, and how to repeat it
 * @param traces the GPU trace of each trial that has one
 * @param notes what a reader must know that has no other place, for example files that could not be read
 */
public record ReportModel(
        HeadingView heading,
        List<WorkloadView> workloads,
        List<MetricView> metrics,
        List<TallyView> tallies,
        List<TrialView> trials,
        List<GateView> gates,
        List<FindingView> findings,
        List<PassView> passes,
        List<FactView> environment,
        PlanView plan,
        List<TraceView> traces,
        List<String> notes) {
    public ReportModel {
        workloads = List.copyOf(workloads);
        metrics = List.copyOf(metrics);
        tallies = List.copyOf(tallies);
        trials = List.copyOf(trials);
        gates = List.copyOf(gates);
        findings = List.copyOf(findings);
        passes = List.copyOf(passes);
        environment = List.copyOf(environment);
        traces = List.copyOf(traces);
        notes = List.copyOf(notes);
    }

    /** What qualifies the verdicts: each note once, with the cells it is about. */
    public List<CellNote> cellNotes() {
        Map<String, List<String>> about = new LinkedHashMap<>();
        for (WorkloadView workload : workloads) {
            for (CellView cell : workload.cells()) {
                cell.notes()
                        .forEach(note -> about.computeIfAbsent(note, n -> new ArrayList<>())
                                .add(workload.name() + "/" + cell.configuration()));
            }
        }
        return about.entrySet().stream()
                .map(e -> new CellNote(e.getKey(), String.join(", ", e.getValue())))
                .toList();
    }

    /**
     * A note on verdicts.
     *
     * @param text the note
     * @param about the cells, {@code workload/configuration}
     */
    public record CellNote(String text, String about) {}
}
