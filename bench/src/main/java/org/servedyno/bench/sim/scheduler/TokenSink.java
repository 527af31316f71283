package org.servedyno.bench.sim.scheduler;

import java.util.Optional;

/** Who waits for a sequence's tokens. */
@FunctionalInterface
public interface TokenSink {
    /**
     * One more token.
     *
     * @param index which output token it is, from 0, without gaps
     * @param finished present with the last one
     */
    void onToken(int index, Optional<FinishReason> finished);
}
