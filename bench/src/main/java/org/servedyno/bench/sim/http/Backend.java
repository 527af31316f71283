package org.servedyno.bench.sim.http;

import org.servedyno.bench.sim.scheduler.Answer;
import org.servedyno.bench.sim.scheduler.TokenIds;
import org.servedyno.bench.sim.scheduler.TokenSink;

/** What computes the tokens. Called on event loops. */
public interface Backend {
    /**
     * Takes a request; its tokens come on the event loop.
     *
     * @return what to call when the client has gone
     */
    Runnable submit(TokenIds promptTokens, Answer answer, TokenSink sink);

    /** Forgets all prompts seen so far. */
    void resetPrefixCache();

    /** Ends the process as a crash does. */
    void crash();

    /** Computes nothing any more. */
    void hang();
}
