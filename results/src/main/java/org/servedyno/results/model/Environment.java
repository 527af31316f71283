package org.servedyno.results.model;

import java.util.Map;

/**
 * The machine and software a trial or study ran on, as named facts (for example {@code cpuModel}, {@code jvmVersion},
 * {@code openFilesSoftLimit}).
 *
 * @param facts each fact, or why it could not be read
 * @param anchor when they were read
 */
public record Environment(Map<String, Reading<String>> facts, ClockAnchor anchor) {
    public Environment {
        facts = Map.copyOf(facts);
    }
}
