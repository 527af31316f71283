package org.servedyno.results.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The folder that holds all of one study: plan, journal, trials, reports.
 *
 * @param path the folder, absolute
 */
public record RunDirectory(Path path) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    public RunDirectory {
        path = path.toAbsolutePath().normalize();
    }

    /**
     * Makes the folder {@code <study>-<time>-<id>} in {@code runs}, which is made too where it is missing.
     *
     * @param id a few characters that keep two runs of one second apart
     * @throws IOException when the folder can't be made, or is there already
     */
    public static RunDirectory create(Path runs, String study, Instant now, String id) throws IOException {
        Files.createDirectories(runs);
        Path folder = runs.resolve(study + "-" + TIME.format(now) + "-" + id);
        Files.createDirectory(folder);
        Files.createDirectory(folder.resolve("trials"));
        return new RunDirectory(folder);
    }

    /**
     * The run directory at {@code folder}.
     *
     * @throws NotARunDirectoryException when there is none
     */
    public static RunDirectory open(Path folder) throws NotARunDirectoryException {
        RunDirectory run = new RunDirectory(folder);
        if (!Files.isDirectory(folder)) {
            throw new NotARunDirectoryException(folder, "there is no such folder");
        }
        if (!Files.isRegularFile(run.planJson())) {
            throw new NotARunDirectoryException(folder, "it holds no plan.json");
        }
        return run;
    }

    /** The plan as the user wrote it. */
    public Path planYaml() {
        return path.resolve("plan.yaml");
    }

    /** The effective plan. */
    public Path planJson() {
        return path.resolve("plan.json");
    }

    public Path journal() {
        return path.resolve("journal.ndjson");
    }

    public Path environmentJson() {
        return path.resolve("environment.json");
    }

    /** The sealed request set of a workload. */
    public Path requestSet(String workload) {
        return path.resolve("workloads").resolve(workload + ".jsonl");
    }

    public Path studyJson() {
        return path.resolve("study.json");
    }

    public Path reportHtml() {
        return path.resolve("report.html");
    }

    public Path reportMarkdown() {
        return path.resolve("report.md");
    }

    /** The folder of a trial; it need not exist. */
    public TrialDirectory trial(String trialId) {
        return new TrialDirectory(path.resolve("trials").resolve(trialId));
    }

    /** The trials that have ended, by name of their folders; a trial under way, or cut off, has no {@code trial.json}. */
    public List<TrialDirectory> endedTrials() throws IOException {
        try (Stream<Path> folders = Files.list(path.resolve("trials"))) {
            return folders.map(TrialDirectory::new)
                    .filter(trial -> Files.isRegularFile(trial.trialJson()))
                    .sorted(java.util.Comparator.comparing(TrialDirectory::path))
                    .toList();
        }
    }
}
