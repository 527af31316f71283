package org.servedyno.harness.engine.http;

import java.io.IOException;
import java.time.Duration;
import org.servedyno.results.model.Reading;

/** Fetches an engine's own counters. */
public final class EngineMetrics {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private EngineMetrics() {}

    /** The Prometheus text of {@code /metrics}, or why there is none. */
    public static Reading<String> scrape(EngineHttp http) throws InterruptedException {
        try {
            HttpAnswer answer = http.get("/metrics", PATIENCE);
            if (!answer.success()) {
                return Reading.absent("GET /metrics: HTTP " + answer.status());
            }
            return answer.body().isBlank() ? Reading.absent("GET /metrics: an empty page") : Reading.of(answer.body());
        } catch (IOException e) {
            return Reading.absent("GET /metrics: " + e.getMessage());
        }
    }
}
