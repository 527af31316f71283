package org.servedyno.bench.sim;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a real vLLM 0.32.0 answered (CPU build, a tiny Qwen3 with random weights), status line and headers first. */
final class Captures {
    private Captures() {}

    static String text(String file) {
        try (InputStream in = Captures.class.getResourceAsStream("captures/" + file)) {
            if (in == null) {
                throw new AssertionError("no capture " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String afterHeaders(String capture) {
        return text(capture + ".txt").split("\n\n", 2)[1];
    }

    static int status(String capture) {
        return Integer.parseInt(text(capture + ".txt").split(" ", 3)[1]);
    }

    static JsonNode body(String capture) {
        return EngineClient.json(afterHeaders(capture));
    }

    static List<JsonNode> events(String capture) {
        return EngineClient.events(afterHeaders(capture));
    }
}
