package org.servedyno.harness.trial.child;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.servedyno.harness.engine.EngineFailure;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.child.ChildSpec;

/** The load generator of one trial: a child JVM that runs the passes it is told to. To be used by one thread. */
public final class LoadSession implements AutoCloseable {
    private static final String NAME = "load generator";
    private static final Duration READY_LIMIT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);

    /** How far a pass has come. */
    public interface PassProgress {
        void at(int done, int failed, int total);
    }

    private final ChildJvm child;
    private final Supplier<Optional<EngineFailure>> engineFailure;

    private LoadSession(ChildJvm child, Supplier<Optional<EngineFailure>> engineFailure) {
        this.child = child;
        this.engineFailure = engineFailure;
    }

    /**
     * Starts the load generator and waits until it has read its request sets.
     *
     * @param engineFailure why the engine can't serve any more, empty while it can; asked a few times a second
     */
    public static LoadSession start(ChildSpec spec, Supplier<Optional<EngineFailure>> engineFailure)
            throws TrialFailure, InterruptedException {
        LoadSession session;
        try {
            session = new LoadSession(ChildJvm.start(spec), engineFailure);
        } catch (IOException e) {
            throw ChildTrouble.cannotStart(NAME, e);
        }
        try {
            session.await("ready", READY_LIMIT, (done, failed, total) -> {});
            return session;
        } catch (TrialFailure | InterruptedException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /**
     * Runs one pass to its end.
     *
     * @return the folder of the pass, as the load generator named it
     */
    public String runPass(PassCommand command, Duration limit, PassProgress progress)
            throws TrialFailure, InterruptedException {
        try {
            child.send(command.toJson());
        } catch (IOException e) {
            throw ChildTrouble.ended(NAME, child);
        }
        return await("pass", limit, progress).get("folder").asText();
    }

    private JsonNode await(String wanted, Duration limit, PassProgress progress)
            throws TrialFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < limit.toNanos()) {
            Optional<ChildEvent> event = child.next(POLL);
            if (event.isPresent()) {
                JsonNode body = event.get().body();
                switch (event.get().name()) {
                    case "progress" ->
                        progress.at(
                                body.path("done").asInt(),
                                body.path("failed").asInt(),
                                body.path("total").asInt());
                    case "failed" ->
                        throw ChildTrouble.said(NAME, body.path("reason").asText(), child);
                    default -> {
                        if (event.get().name().equals(wanted)) {
                            return body;
                        }
                    }
                }
            } else if (child.ended()) {
                throw ChildTrouble.ended(NAME, child);
            }
            Optional<EngineFailure> failure = engineFailure.get();
            if (failure.isPresent()) {
                throw TrialFailure.of(failure.get());
            }
        }
        throw ChildTrouble.silent(NAME, limit, child);
    }

    /** Lets the child end; a pass under way is written as far as it got, marked partial. */
    @Override
    public void close() {
        child.stop(STOP_GRACE);
    }
}
