package org.servedyno.harness.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.harness.plan.PlanSource;
import org.servedyno.harness.trial.TrialRunner;
import org.servedyno.harness.trial.TrialSetting;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.store.Journal;
import org.servedyno.results.store.PlanFile;
import org.servedyno.results.store.RunDirectory;
import org.servedyno.results.store.WholeFile;

/**
 * Runs a study from its first trial, or goes on with one that was cut off. Every trial is on the disk before the next begins, so
 * whatever ends the harness costs at most the trial under way.
 */
public final class StudyRunner {
    private final StudyListener listener;

    public StudyRunner(StudyListener listener) {
        this.listener = listener;
    }

    /**
     * Begins a study in a run directory of its own.
     *
     * @param runs the folder that run directories are made in
     * @throws IOException when the run directory can't be made or written
     */
    public StudyEnd begin(Study study, PlanSource source, Path runs) throws IOException {
        Instant now = Instant.now();
        RunDirectory run = RunDirectory.create(runs, study.name(), now, RunIds.next());
        WholeFile.write(run.planYaml(), source.text());
        PlanFile.write(run.planJson(), study);
        return goOn(run, study);
    }

    /**
     * Goes on with the study of a run directory: its trials that have ended are kept, one that was cut off is set aside and run
     * again.
     *
     * @throws IOException also when the plan was changed since
     */
    public StudyEnd resume(RunDirectory run) throws IOException {
        Study study = PlanFile.read(run.planJson());
        return goOn(run, study);
    }

    private StudyEnd goOn(RunDirectory run, Study study) throws IOException {
        return RunLock.holding(run, () -> {
            List<Trial> ended = StudyReports.trials(run); // only now does no other harness add to them
            try (Journal journal = Journal.open(run.journal(), study.simulated())) {
                String event = ended.isEmpty() ? "study-started" : "study-resumed";
                record(journal, event, Map.of("planSha256", PlanFile.sha256(study)));
                TrialQueue queue = new TrialQueue(study, ended);
                boolean interrupted = runTrials(run, study, queue, journal);
                StudyEnd end = StudyReports.write(run, study, queue.everyCellComplete(), interrupted);
                record(journal, interrupted ? "study-interrupted" : "study-ended", Map.of());
                return end;
            }
        });
    }

    /** Runs all trials that are due; true when the user cut it short. */
    private boolean runTrials(RunDirectory run, Study study, TrialQueue queue, Journal journal) throws IOException {
        TrialSetting setting = StudySetting.prepare(run, study);
        TrialRunner runner = new TrialRunner(setting, listener);
        int planned = study.order().stream().mapToInt(List::size).sum();
        listener.studyStarted(study, run.path(), queue.ended());
        for (Optional<TrialQueue.Next> next = queue.next(); next.isPresent(); next = queue.next()) {
            TrialQueue.Next trial = next.get();
            setAsideRemains(run, trial.trialId());
            record(journal, "trial-started", Map.of("trialId", trial.trialId()));
            listener.trialStarted(trial.trialId(), Math.min(queue.ended() + 1, planned), planned);
            Trial ended = runner.run(trial.block(), trial.configuration(), trial.attempt());
            boolean interrupted = Thread.interrupted();
            record(journal, "trial-ended", JournalFields.of(ended));
            if (interrupted) {
                return true;
            }
            queue.add(ended);
        }
        return false;
    }

    /** What a trial that was cut off has left is kept in another folder, so that nothing measured is ever lost. */
    private static void setAsideRemains(RunDirectory run, String trialId) throws IOException {
        Path remains = run.trial(trialId).path();
        if (!Files.exists(remains)) {
            return;
        }
        Path folder = Files.createDirectories(run.path().resolve("cut-off"));
        int number = 1;
        while (Files.exists(folder.resolve(trialId + "-" + number))) {
            number++;
        }
        Files.move(remains, folder.resolve(trialId + "-" + number));
    }

    private static void record(Journal journal, String event, Map<String, String> fields) throws IOException {
        journal.append(new Journal.Entry(Instant.now(), event, fields));
    }
}
