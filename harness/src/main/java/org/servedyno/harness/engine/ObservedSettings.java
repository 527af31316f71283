package org.servedyno.harness.engine;

import java.util.List;
import java.util.Map;
import org.servedyno.results.model.Reading;

/**
 * What an engine says of itself, read back from its endpoints and its log and never assumed.
 *
 * @param settings each setting by its plan name ({@code version}, {@code quantization}, {@code attention-backend}, ...),
 *     or why it is unknown
 * @param sources where each known setting was read, by the same name
 * @param mismatches expectations of the plan that are proved wrong, one sentence each; an unknown setting is none
 * @param unproved expectations of the plan that nothing confirmed or refuted, one sentence each
 */
public record ObservedSettings(
        Map<String, Reading<String>> settings,
        Map<String, String> sources,
        List<String> mismatches,
        List<String> unproved) {
    public ObservedSettings {
        settings = Map.copyOf(settings);
        sources = Map.copyOf(sources);
        mismatches = List.copyOf(mismatches);
        unproved = List.copyOf(unproved);
    }

    /** The text of {@code observed.json}. */
    public String toJson(boolean simulated) {
        return ObservedJson.write(this, simulated);
    }
}
