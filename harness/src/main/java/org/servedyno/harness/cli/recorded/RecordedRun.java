package org.servedyno.harness.cli.recorded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.NotARunDirectoryException;
import org.servedyno.results.store.PlanFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.verdict.StudyAnalysis;
import org.servedyno.results.verdict.StudyResult;

/**
 * A run read back from its files, whether it has ended or was cut short.
 *
 * @param directory where it lies
 * @param study its plan
 * @param trials the trials that have ended
 */
public record RecordedRun(RunDirectory directory, Study study, List<Trial> trials) {
    public RecordedRun {
        trials = List.copyOf(trials);
    }

    /**
     * Reads a run.
     *
     * @throws UnusableRunException when the folder is no run directory, or its plan or a trial can't be read
     */
    public static RecordedRun open(Path folder) throws UnusableRunException {
        try {
            RunDirectory directory = RunDirectory.open(folder);
            Study study = PlanFile.read(directory.planJson());
            List<Trial> trials = new ArrayList<>();
            for (TrialDirectory trial : directory.endedTrials()) {
                trials.add(JsonFile.read(trial.trialJson(), Trial.class));
            }
            return new RecordedRun(directory, study, trials);
        } catch (NotARunDirectoryException e) {
            throw new UnusableRunException(e.getMessage() + ". " + nextStep(folder), e);
        } catch (IOException e) {
            throw new UnusableRunException("the run in " + folder + " can't be read: " + e.getMessage(), e);
        }
    }

    /** What its trials say. */
    public StudyResult result() {
        return StudyAnalysis.of(study, trials, directory.path());
    }

    private static String nextStep(Path folder) {
        List<Path> runs = runsIn(folder);
        if (runs.isEmpty()) {
            return "Give the folder that servedyno run printed: it holds plan.json and trials.";
        }
        return "It holds " + (runs.size() == 1 ? "one run" : runs.size() + " runs, the newest") + ": " + runs.get(0);
    }

    /** The run directories in a folder, the newest first. */
    private static List<Path> runsIn(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.filter(path -> Files.isRegularFile(new RunDirectory(path).planJson()))
                    .sorted(Comparator.comparing(RecordedRun::changed).reversed())
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static long changed(Path run) {
        return new RunDirectory(run).planJson().toFile().lastModified();
    }
}
