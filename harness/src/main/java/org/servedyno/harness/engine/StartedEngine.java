package org.servedyno.harness.engine;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.servedyno.harness.process.StopPolicy;
import org.servedyno.harness.process.Teardown;
import org.servedyno.results.model.Reading;

/** An engine that is ready to serve. To be used by one thread at a time, but for {@link #failure()}. */
public interface StartedEngine extends AutoCloseable {
    /** For example {@code http://127.0.0.1:8000}, without a trailing slash. */
    URI baseUrl();

    /** Process id of the engine; empty when we did not start it. */
    OptionalLong pid();

    /** The port it serves on; empty when it is not ours to say. */
    OptionalInt port();

    /** The command line as run, the way a reader could type it, secrets masked. */
    List<String> command();

    /** Variables set for it beyond the harness's own, secrets masked. */
    Map<String, String> environment();

    Readiness readiness();

    /** What the engine says of itself, read once it was ready. */
    ObservedSettings observed();

    /**
     * Why the engine can't serve any more: set as soon as its process has ended, else empty. An engine that we did not
     * start is asked for its health. Any thread.
     */
    Optional<EngineFailure> failure();

    /** The last log lines, oldest first, secrets masked; empty when the log is not ours. */
    List<String> logTail();

    /** Empties the prefix cache; waits at most some seconds. */
    CacheReset resetPrefixCache() throws InterruptedException;

    /** The engine's own counters as Prometheus text, or why there are none; waits at most some seconds. */
    Reading<String> metrics() throws InterruptedException;

    /**
     * Stops the engine and proves it gone, in bounded time; the second call gives the first one's answer. An engine that
     * we did not start is left alone.
     */
    Teardown stop(StopPolicy policy);

    /** {@link #stop} with {@link StopPolicy#ENGINE}. */
    @Override
    default void close() {
        stop(StopPolicy.ENGINE);
    }
}
