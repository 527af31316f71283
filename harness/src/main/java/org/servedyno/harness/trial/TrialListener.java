package org.servedyno.harness.trial;

import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.Workload;

/** Hears what a trial is doing; called on the thread that runs the trial. */
public interface TrialListener {
    /** The trial has entered a phase. */
    void phase(String trialId, TrialPhase phase);

    /** Requests of the pass under way: how many are done and how many of these failed. */
    void progress(String trialId, Workload workload, Pass.Kind kind, int number, int done, int failed, int total);

    /** A pass has ended. */
    void passEnded(String trialId, Pass pass);

    /** The trial has ended, whichever way. */
    void trialEnded(Trial trial);
}
