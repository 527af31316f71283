package org.servedyno.harness.engine.observe;

import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.Reading;

/**
 * Settings as an engine tells them.
 *
 * @param settings each by its plan name, or why it is unknown
 * @param sources where each known one was read, by the same name
 */
public record Observations(Map<String, Reading<String>> settings, Map<String, String> sources) {
    public Observations {
        settings = Map.copyOf(settings);
        sources = Map.copyOf(sources);
    }

    /** One setting by its plan name; absent when nothing was asked that would tell it. */
    public Reading<String> setting(String name) {
        return settings.getOrDefault(name, Reading.absent("nothing tells it"));
    }

    /** Collects settings; the first source that knows one wins. */
    static final class Collector {
        private final Map<String, Reading<String>> settings = new TreeMap<>();
        private final Map<String, String> sources = new TreeMap<>();

        void found(String name, String value, String source) {
            if (!sources.containsKey(name)) {
                settings.put(name, Reading.of(value));
                sources.put(name, source);
            }
        }

        void missing(String name, String reason) {
            settings.putIfAbsent(name, Reading.absent(reason));
        }

        Observations collected() {
            return new Observations(settings, sources);
        }
    }
}
