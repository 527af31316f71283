package org.servedyno.harness.engine;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.http.EngineMetrics;
import org.servedyno.harness.process.StopPolicy;
import org.servedyno.harness.process.Teardown;
import org.servedyno.results.model.Reading;

/** An engine that somebody else started. */
final class AttachedEngine implements StartedEngine {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final EngineHttp http;
    private final Readiness readiness;
    private final ObservedSettings observed;

    AttachedEngine(EngineHttp http, Readiness readiness, ObservedSettings observed) {
        this.http = http;
        this.readiness = readiness;
        this.observed = observed;
    }

    @Override
    public URI baseUrl() {
        return http.base();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.empty();
    }

    @Override
    public List<String> command() {
        return List.of();
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public Readiness readiness() {
        return readiness;
    }

    @Override
    public ObservedSettings observed() {
        return observed;
    }

    @Override
    public Optional<EngineFailure> failure() {
        try {
            // Any answer, whatever its status, shows that the server is there.
            http.get("/v1/models", PATIENCE);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(new EngineFailure(
                    FailureClass.UNREACHABLE,
                    "GET " + http.base() + "/v1/models: " + e.getMessage(),
                    List.of(),
                    "Look at the server's own log; it was not started by servedyno."));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public List<String> logTail() {
        return List.of();
    }

    @Override
    public CacheReset resetPrefixCache() throws InterruptedException {
        return CacheReset.ask(http);
    }

    @Override
    public Reading<String> metrics() throws InterruptedException {
        return EngineMetrics.scrape(http);
    }

    @Override
    public Teardown stop(StopPolicy policy) {
        return new Teardown(List.of(), List.of(), "not started by us, so left alone", Duration.ZERO);
    }
}
