package org.servedyno.harness.trial;

import org.servedyno.harness.engine.EngineFailure;
import org.servedyno.results.model.TrialOutcome;

/** Ends a trial early with a named failure. */
final class TrialFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final transient TrialOutcome.Failed outcome;

    TrialFailure(TrialOutcome.Failed outcome) {
        super(outcome.failureClass() + ": " + outcome.causeLine());
        this.outcome = outcome;
    }

    static TrialFailure of(EngineFailure failure) {
        return new TrialFailure(failure.toOutcome());
    }

    TrialOutcome.Failed outcome() {
        return outcome;
    }
}
