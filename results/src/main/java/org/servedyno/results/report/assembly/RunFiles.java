package org.servedyno.results.report.assembly;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.servedyno.results.model.Environment;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.store.GateReport;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.PlanFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.stream.GpuTrace;

/**
 * The files of a run, read for a report. Only the plan is needed; of everything else that is missing or unreadable a note
 * says so, and the report is made of what is left.
 */
final class RunFiles {
    private final RunDirectory run;
    private final Study study;
    private final List<Trial> trials = new ArrayList<>();
    private final Map<String, List<GateResult>> gates = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    private RunFiles(RunDirectory run, Study study) {
        this.run = run;
        this.study = study;
    }

    /** Reads plan, trials and gates. */
    static RunFiles read(RunDirectory run) throws IOException {
        RunFiles files = new RunFiles(run, PlanFile.read(run.planJson()));
        for (TrialDirectory directory : run.endedTrials()) {
            files.readable(directory.trialJson(), path -> JsonFile.read(path, Trial.class))
                    .ifPresent(files.trials::add);
        }
        files.trials.sort(Comparator.comparing(Trial::startedAt).thenComparing(Trial::id));
        for (Trial trial : files.trials) {
            Path file = run.trial(trial.id()).gatesJson();
            if (Files.isRegularFile(file)) {
                files.readable(file, GateReport::read).ifPresent(g -> files.gates.put(trial.id(), g.gates()));
            }
        }
        return files;
    }

    Study study() {
        return study;
    }

    /** In the order they started. */
    List<Trial> trials() {
        return List.copyOf(trials);
    }

    /** By the trial's id, in the order the trials started. */
    Map<String, List<GateResult>> gates() {
        return gates;
    }

    /** What could not be read so far. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    Optional<GpuTrace> trace(Trial trial) {
        Path file = run.trial(trial.id()).gpuTrace();
        return Files.isRegularFile(file) ? readable(file, GpuTrace::read) : Optional.empty();
    }

    Optional<Environment> environment() {
        return Files.isRegularFile(run.environmentJson())
                ? readable(run.environmentJson(), path -> JsonFile.read(path, Environment.class))
                : Optional.empty();
    }

    /** The text of a file; empty when there is none. */
    String text(Path file) {
        return Files.isRegularFile(file)
                ? readable(file, path -> Files.readString(path, StandardCharsets.UTF_8))
                        .orElse("")
                : "";
    }

    private <T> Optional<T> readable(Path file, Reader<T> reader) {
        try {
            return Optional.of(reader.read(file));
        } catch (IOException e) {
            notes.add(run.path().relativize(file) + " could not be read and is left out: " + firstLine(e));
            return Optional.empty();
        }
    }

    private static String firstLine(IOException e) {
        return Objects.toString(e.getMessage(), e.getClass().getSimpleName())
                .lines()
                .findFirst()
                .orElse("");
    }

    /** Reads one file. */
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }
}
