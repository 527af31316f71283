package org.servedyno.bench.sim.scheduler;

import java.util.Optional;

/**
 * A token that a step brought forth.
 *
 * @param sequence whose
 * @param index which of its output tokens, from 0
 * @param finished present with its last one
 */
public record TokenEvent(Sequence sequence, int index, Optional<FinishReason> finished) {
    /** Hands the token to the one who waits for it. */
    public void deliver() {
        sequence.sink().onToken(index, finished);
    }
}
