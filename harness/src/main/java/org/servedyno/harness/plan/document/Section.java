package org.servedyno.harness.plan.document;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** A mapping whose keys the plan's language fixes. Unknown ones have been reported. */
public final class Section {
    private final String what;
    private final Value self;
    private final Map<String, Value> entries;

    Section(String what, Value self, Map<String, Value> entries, Collection<String> keys, Map<String, String> homes) {
        this.what = what;
        this.self = self;
        this.entries = entries;
        for (Map.Entry<String, Value> entry : entries.entrySet()) {
            if (!keys.contains(entry.getKey())) {
                reportUnknown(entry.getKey(), entry.getValue(), keys, homes);
            }
        }
        entries.keySet().retainAll(keys);
    }

    private void reportUnknown(String key, Value value, Collection<String> keys, Map<String, String> homes) {
        Optional<String> home = Optional.ofNullable(homes.get(key));
        value.keyProblem(
                "unknown key \"" + key + "\" in " + what
                        + home.map(h -> "; it belongs in " + h).orElse(""),
                home.isPresent() ? Optional.empty() : ClosestWord.to(key, keys));
    }

    /** The value of a key, if it is there. */
    public Optional<Value> get(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** The value of a key; a missing one is reported. */
    public Optional<Value> require(String key) {
        if (!entries.containsKey(key)) {
            self.keyProblem(what + " needs the key \"" + key + "\"", Optional.empty());
        }
        return get(key);
    }

    /** The known entries in the order of the file. */
    public Map<String, Value> entries() {
        return entries;
    }

    /** The mapping itself, to report problems of it as a whole. */
    public Value self() {
        return self;
    }
}
