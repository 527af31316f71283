package org.servedyno.probe.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Nothing can be recorded, and why. */
public final class RecorderRefusal extends Exception {
    private static final long serialVersionUID = 1;

    private final List<String> lines;

    private RecorderRefusal(List<String> lines) {
        super(String.join("; ", lines));
        this.lines = List.copyOf(lines);
    }

    /** With what was tried, what was seen and what to do next. */
    public static RecorderRefusal of(List<String> tried, String seen, String next) {
        return new RecorderRefusal(List.of(
                "no GPU can be recorded",
                "  tried: " + String.join(", ", tried),
                "  seen:  " + seen,
                "  next:  " + next));
    }

    /** As the recorder said it. */
    static RecorderRefusal of(JsonNode failed) {
        if (!failed.has("seen")) {
            return because(failed.path("reason").asText());
        }
        List<String> tried = new ArrayList<>();
        failed.path("tried").forEach(one -> tried.add(one.asText()));
        return of(tried, failed.path("seen").asText(), failed.path("next").asText());
    }

    static RecorderRefusal because(String reason) {
        return new RecorderRefusal(List.of("no GPU can be recorded: " + reason));
    }

    /** The lines to print; all but the first are set in. */
    public List<String> lines() {
        return lines;
    }
}
