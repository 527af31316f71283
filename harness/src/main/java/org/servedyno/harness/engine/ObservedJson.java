package org.servedyno.harness.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.Reading;

/** Writes {@code observed.json}. */
final class ObservedJson {
    private static final int SCHEMA_VERSION = 1;

    private ObservedJson() {}

    static String write(ObservedSettings observed, boolean simulated) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("simulated", simulated);
        ObjectNode settings = root.putObject("settings");
        for (Map.Entry<String, Reading<String>> entry : new TreeMap<>(observed.settings()).entrySet()) {
            ObjectNode setting = settings.putObject(entry.getKey());
            setting.put("value", entry.getValue().toOptional().orElse(null));
            entry.getValue().absentReason().ifPresent(reason -> setting.put("reason", reason));
            if (observed.sources().containsKey(entry.getKey())) {
                setting.put("source", observed.sources().get(entry.getKey()));
            }
        }
        observed.mismatches().forEach(root.putArray("mismatches")::add);
        observed.unproved().forEach(root.putArray("unproved")::add);
        return root.toPrettyString() + "\n";
    }
}
