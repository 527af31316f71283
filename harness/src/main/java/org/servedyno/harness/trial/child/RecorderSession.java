package org.servedyno.harness.trial.child;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.child.ChildSpec;

/** The GPU trace of one trial: a child JVM that records until it is stopped. To be used by one thread. */
public final class RecorderSession implements AutoCloseable {
    private static final String NAME = "trace recorder";
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_GRACE = Duration.ofSeconds(10);

    private final ChildJvm child;

    private RecorderSession(ChildJvm child) {
        this.child = child;
    }

    /** Starts recording; {@link #awaitReady} says when the first sample is due. */
    public static RecorderSession start(ChildSpec spec) throws TrialFailure {
        try {
            return new RecorderSession(ChildJvm.start(spec));
        } catch (IOException e) {
            throw ChildTrouble.cannotStart(NAME, e);
        }
    }

    /** Waits until it records. */
    public void awaitReady() throws TrialFailure, InterruptedException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < READY_LIMIT.toNanos()) {
            Optional<ChildEvent> event = child.next(Duration.ofMillis(200));
            if (event.isPresent() && event.get().name().equals("ready")) {
                return;
            }
            if (event.isPresent() && event.get().name().equals("failed")) {
                JsonNode body = event.get().body();
                throw ChildTrouble.said(NAME, body.path("reason").asText(), child);
            }
            if (event.isEmpty() && child.ended()) {
                throw ChildTrouble.ended(NAME, child);
            }
        }
        throw ChildTrouble.silent(NAME, READY_LIMIT, child);
    }

    /** Ends the trace; empty when it ended as it should, else what was wrong with it. */
    public Optional<String> stop() {
        ChildExit exit = child.stop(STOP_GRACE);
        return exit.clean()
                ? Optional.empty()
                : Optional.of(
                        "the " + NAME + " ended with exit code " + exit.code() + (exit.destroyed() ? ", killed" : ""));
    }

    @Override
    public void close() {
        child.stop(STOP_GRACE);
    }
}
