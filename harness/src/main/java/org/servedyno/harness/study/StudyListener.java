package org.servedyno.harness.study;

import java.nio.file.Path;
import org.servedyno.harness.trial.TrialListener;
import org.servedyno.results.model.Study;

/** Hears how a study goes on; called on the thread that runs the study. */
public interface StudyListener extends TrialListener {
    /**
     * The study begins, or goes on.
     *
     * @param trialsDone trials that an earlier run has already ended
     */
    void studyStarted(Study study, Path runDirectory, int trialsDone);

    /** A trial begins; {@code position} of {@code planned} counts first attempts, from 1. */
    void trialStarted(String trialId, int position, int planned);
}
