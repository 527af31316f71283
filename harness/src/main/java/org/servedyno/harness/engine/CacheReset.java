package org.servedyno.harness.engine;

import java.io.IOException;
import java.time.Duration;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.http.HttpAnswer;

/**
 * Whether the engine's prefix cache was emptied.
 *
 * @param worked true when the engine said so; when false, the caller makes prompts differ in place of it
 * @param words what was asked and answered, for example {@code "POST /reset_prefix_cache: HTTP 404"}
 */
public record CacheReset(boolean worked, String words) {
    private static final String PATH = "/reset_prefix_cache";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Asks as vLLM wants to be asked; an engine without that path answers 404. */
    static CacheReset ask(EngineHttp http) throws InterruptedException {
        try {
            HttpAnswer answer = http.post(PATH, "", PATIENCE);
            return new CacheReset(answer.success(), "POST " + PATH + ": " + answer.words());
        } catch (IOException e) {
            return new CacheReset(false, "POST " + PATH + ": " + e.getMessage());
        }
    }
}
