package org.servedyno.harness.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.servedyno.harness.plan.document.ClosestWord;
import org.servedyno.harness.plan.document.FolderNames;
import org.servedyno.harness.plan.document.Section;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.PlanKeys;

/**
 * Lays each configuration over the one it comes {@code from}. The result is flat: what stands in {@code args}, {@code env}, {@code
 * expect} and {@code launch} is keyed with a dot ({@code args.max-num-seqs}), so that each entry is taken over or replaced by
 * itself; one that is {@code null} takes an inherited entry away.
 */
final class ConfigurationLayers {
    /** Longest chain of {@code from}. */
    private static final int MOST_STEPS = 32;

    private static final Set<String> NESTED = Set.of("args", "env", "expect", "launch");

    /** A configuration with all it has taken over. */
    record Layered(String name, Value entry, Map<String, Value> settings) {}

    private final Map<String, Value> entries;
    private final Map<String, Map<String, Value>> own = new LinkedHashMap<>();

    private ConfigurationLayers(Map<String, Value> entries) {
        this.entries = entries;
    }

    /** All configurations in the order of the file; those whose {@code from} leads nowhere are left out, and reported. */
    static List<Layered> read(Value configurations) {
        Map<String, Value> entries = configurations.entries();
        if (entries.isEmpty() && configurations.isMapping()) {
            configurations.problem("configurations needs at least one configuration");
        }
        ConfigurationLayers layers = new ConfigurationLayers(entries);
        entries.forEach(layers::readOwn);
        return layers.own.keySet().stream()
                .flatMap(name -> layers.layered(name).stream())
                .toList();
    }

    private void readOwn(String name, Value entry) {
        FolderNames.check(entry, "a configuration", name);
        entry.section(
                        "configuration \"" + name + "\"",
                        PlanKeys.CONFIGURATION,
                        PlanKeys.homesOutside("a configuration"))
                .ifPresent(section -> own.put(name, flatten(section)));
    }

    private static Map<String, Value> flatten(Section section) {
        Map<String, Value> flat = new LinkedHashMap<>();
        section.entries().forEach((key, value) -> {
            if (key.equals("launch")) {
                value.section("launch", PlanKeys.LAUNCH, PlanKeys.homesOutside("launch"))
                        .ifPresent(launch -> launch.entries().forEach((k, v) -> putNested(flat, key, k, v)));
            } else if (NESTED.contains(key)) {
                value.entries().forEach((k, v) -> putNested(flat, key, k, v));
            } else {
                flat.put(key, value);
            }
        });
        return flat;
    }

    private static void putNested(Map<String, Value> flat, String key, String nestedKey, Value value) {
        String path = key + "." + nestedKey;
        if (path.equals("launch.env")) {
            value.entries().forEach((k, v) -> flat.put("env." + k, v.under("env." + k)));
        } else {
            flat.put(path, value.under(path));
        }
    }

    private Optional<Layered> layered(String name) {
        return chain(name).map(chain -> {
            Map<String, Value> settings = new LinkedHashMap<>();
            chain.forEach(layer -> own.getOrDefault(layer, Map.of()).forEach((key, value) -> {
                if (key.contains(".") && value.isNothing()) {
                    settings.remove(key);
                } else {
                    settings.put(key, value);
                }
            }));
            settings.remove("from");
            Value entry = Optional.ofNullable(entries.get(name)).orElseThrow();
            return new Layered(name, entry, settings);
        });
    }

    /** The names from the bottom layer up to {@code name}. */
    private Optional<Deque<String>> chain(String name) {
        Set<String> seen = new LinkedHashSet<>();
        Deque<String> chain = new ArrayDeque<>();
        String layer = name;
        while (true) {
            seen.add(layer);
            chain.addFirst(layer);
            Optional<Value> from =
                    Optional.ofNullable(own.getOrDefault(layer, Map.of()).get("from"));
            if (from.isEmpty()) {
                return Optional.of(chain);
            }
            Optional<String> below = from.flatMap(value -> below(value, seen));
            if (below.isEmpty()) {
                return Optional.empty();
            }
            layer = below.get();
        }
    }

    private Optional<String> below(Value from, Set<String> seen) {
        Optional<String> name = from.text();
        if (name.isEmpty()) {
            return name;
        }
        if (seen.contains(name.get())) {
            from.problem("from goes in a circle: " + String.join(" from ", seen) + " from " + name.get());
            return Optional.empty();
        }
        if (!entries.containsKey(name.get())) {
            from.problem("no configuration \"" + name.get() + "\"", ClosestWord.to(name.get(), entries.keySet()));
            return Optional.empty();
        }
        if (seen.size() >= MOST_STEPS) {
            from.problem("from goes through more than " + MOST_STEPS + " configurations");
            return Optional.empty();
        }
        return name;
    }
}
