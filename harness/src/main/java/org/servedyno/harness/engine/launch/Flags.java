package org.servedyno.harness.engine.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The plan's args as words of a command line. */
final class Flags {
    private Flags() {}

    /** {@code --name value} sorted by name; {@code true} or an empty value gives the flag alone, {@code false} leaves it out. */
    static List<String> of(Map<String, String> args) {
        List<String> words = new ArrayList<>();
        new TreeMap<>(args).forEach((name, value) -> {
            if (value.equals("false")) {
                return;
            }
            words.add("--" + name);
            if (!value.isEmpty() && !value.equals("true")) {
                words.add(value);
            }
        });
        return words;
    }
}
