package org.servedyno.harness.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.observe.Expectations;
import org.servedyno.harness.engine.observe.Observations;
import org.servedyno.harness.engine.observe.SettingsReader;
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
    private static final int SCHEMA_VERSION = 1;

    public ObservedSettings {
        settings = Map.copyOf(settings);
        sources = Map.copyOf(sources);
        mismatches = List.copyOf(mismatches);
        unproved = List.copyOf(unproved);
    }

    /** Asks the engine and reads its log, then compares with what the plan expects. */
    static ObservedSettings read(EngineHttp http, List<String> log, Map<String, String> expect)
            throws InterruptedException {
        Observations seen = SettingsReader.read(http, log);
        Expectations checked = Expectations.check(expect, seen.settings());
        return new ObservedSettings(seen.settings(), seen.sources(), checked.mismatches(), checked.unproved());
    }

    /** One setting by its plan name; absent when the engine's kind is not known to have it. */
    public Reading<String> setting(String name) {
        return settings.getOrDefault(name, Reading.absent("nothing tells it"));
    }

    /** The text of {@code observed.json}. */
    public String toJson(boolean simulated) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("simulated", simulated);
        ObjectNode all = root.putObject("settings");
        new TreeMap<>(settings).forEach((name, reading) -> {
            ObjectNode setting = all.putObject(name);
            setting.put("value", reading.toOptional().orElse(null));
            reading.absentReason().ifPresent(reason -> setting.put("reason", reason));
            Optional.ofNullable(sources.get(name)).ifPresent(source -> setting.put("source", source));
        });
        mismatches.forEach(root.putArray("mismatches")::add);
        unproved.forEach(root.putArray("unproved")::add);
        return root.toPrettyString() + "\n";
    }
}
