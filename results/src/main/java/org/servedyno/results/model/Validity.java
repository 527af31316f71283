package org.servedyno.results.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What the gates say of a trial. Gates look at the environment, never at the score.
 *
 * @param state VALID, SUSPECT or INVALID
 * @param reasons why it is not VALID, one phrase a gate; empty for VALID
 */
public record Validity(State state, List<String> reasons) {
    /** From best to worst. */
    public enum State {
        VALID,
        SUSPECT,
        INVALID
    }

    /** Nothing to object to. */
    public static final Validity VALID = new Validity(State.VALID, List.of());

    public Validity {
        reasons = List.copyOf(reasons);
        if (state == State.VALID != reasons.isEmpty()) {
            throw new IllegalArgumentException(
                    "reasons belong to SUSPECT and INVALID, and to them always: " + state + " " + reasons);
        }
    }

    /** The worse of both states, with all reasons. */
    public Validity and(Validity other) {
        List<String> all = new ArrayList<>(reasons);
        all.addAll(other.reasons);
        return new Validity(state.compareTo(other.state) >= 0 ? state : other.state, all);
    }
}
