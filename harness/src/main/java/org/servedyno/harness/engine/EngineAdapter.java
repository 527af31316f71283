package org.servedyno.harness.engine;

import java.util.List;
import java.util.function.Consumer;
import org.servedyno.results.model.Configuration;

/** Knows one kind of engine. Adapters hold no state; they may be used from any thread. */
public interface EngineAdapter {
    /**
     * The command line a reader is shown and could type, secrets masked and {@code {port}} in place of a port not yet
     * chosen; empty for an engine that we don't start.
     */
    List<String> shownCommand(Configuration configuration);

    /** Whether passes on it count for verdicts; an engine that we did not start gives exploratory figures only. */
    boolean exploratory();

    /**
     * Starts the engine and waits until it has given a real token on each endpoint of the plan. On failure nothing of it
     * is left running.
     *
     * @param request what it is started for
     * @param progress takes a short line for people at each stage, on the calling thread
     * @throws EngineFailure when it fails, never becomes ready, or something of it could not be removed
     * @throws InterruptedException when the calling thread is interrupted; the engine is stopped first
     */
    StartedEngine start(EngineRequest request, Consumer<String> progress) throws EngineFailure, InterruptedException;
}
