package org.servedyno.harness.study;

import java.nio.file.Path;
import org.servedyno.harness.trial.TrialPhase;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.Workload;

/** Hears a study and says nothing. */
final class SilentListener implements StudyListener {
    @Override
    public void studyStarted(Study study, Path runDirectory, int trialsDone) {}

    @Override
    public void trialStarted(String trialId, int position, int planned) {}

    @Override
    public void phase(String trialId, TrialPhase phase) {}

    @Override
    public void progress(
            String trialId, Workload workload, Pass.Kind kind, int number, int done, int failed, int total) {}

    @Override
    public void passEnded(String trialId, Pass pass) {}

    @Override
    public void trialEnded(Trial trial) {}
}
