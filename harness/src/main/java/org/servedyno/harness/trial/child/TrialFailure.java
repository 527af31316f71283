package org.servedyno.harness.trial.child;

import org.servedyno.harness.engine.EngineFailure;
import org.servedyno.results.model.TrialOutcome;

/** Ends a trial early with a named failure. */
public final class TrialFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final transient TrialOutcome.Failed outcome;

    public TrialFailure(TrialOutcome.Failed outcome) {
        super(outcome.failureClass() + ": " + outcome.causeLine());
        this.outcome = outcome;
    }

    public static TrialFailure of(EngineFailure failure) {
        return new TrialFailure(failure.toOutcome());
    }

    public TrialOutcome.Failed outcome() {
        return outcome;
    }
}
