package org.servedyno.harness.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.servedyno.harness.plan.ConfigurationLayers.Layered;
import org.servedyno.harness.plan.document.ClosestWord;
import org.servedyno.harness.plan.document.FolderNames;
import org.servedyno.harness.plan.document.Value;
import org.servedyno.harness.plan.words.PlanKeys;

/**
 * Crosses every configuration with every combination of the matrix's values. The crossed configuration is named after both, for
 * example {@code sglang-fp8-256} for {@code sglang} with {@code precision: fp8} and {@code args.max-num-seqs: 256}.
 */
final class ConfigurationMatrix {
    /** Most configurations of a study. A block of a thousand starts takes days. */
    private static final int MOST_CONFIGURATIONS = 1000;

    private static final String CONFIGURATION = "configuration";

    private static final Set<String> AXES =
            Set.of("model", "profile", "chip", "precision", "noise", "start-seconds", "tensor-parallel", "base-url");

    private static final Set<String> AXIS_PREFIXES = Set.of("args.", "env.", "expect.");

    private final Value matrix;
    private final Map<String, List<Value>> axes = new LinkedHashMap<>();
    /** Each is a set of conditions by axis, or {@code configuration}; what meets all of one set is left out. */
    private final List<Map<String, String>> exclusions = new ArrayList<>();

    private ConfigurationMatrix(Value matrix) {
        this.matrix = matrix;
    }

    static List<Layered> cross(Value matrixValue, List<Layered> configurations) {
        ConfigurationMatrix matrix = new ConfigurationMatrix(matrixValue);
        Map<String, Value> entries = matrixValue.entries();
        entries.forEach(matrix::readAxis);
        Optional.ofNullable(entries.get(PlanKeys.EXCLUDE))
                .ifPresent(exclude -> matrix.readExclusions(exclude, configurations));
        long size = configurations.size();
        for (List<Value> values : matrix.axes.values()) {
            size *= values.size();
            if (size > MOST_CONFIGURATIONS) {
                matrixValue.problem("matrix makes more than " + MOST_CONFIGURATIONS + " configurations");
                return List.of();
            }
        }
        return matrix.crossed(configurations);
    }

    private void readAxis(String key, Value value) {
        if (key.equals(PlanKeys.EXCLUDE)) {
            return;
        }
        boolean known = AXES.contains(key)
                || AXIS_PREFIXES.stream().anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
        if (!known) {
            List<String> words = new ArrayList<>(AXES);
            words.add(PlanKeys.EXCLUDE);
            words.sort(null);
            value.keyProblem(
                    "\"" + key + "\" can't be crossed; a matrix takes " + String.join(", ", words)
                            + ", and args.NAME, env.NAME or expect.NAME",
                    ClosestWord.to(key, words));
            return;
        }
        List<Value> values = value.items().stream()
                .map(item -> item.under(key))
                .filter(item -> item.text().isPresent())
                .toList();
        if (values.isEmpty()) {
            value.problem(key + " needs at least one value to cross");
        } else {
            axes.put(key, values);
        }
    }

    private void readExclusions(Value exclude, List<Layered> configurations) {
        for (Value item : exclude.items()) {
            Map<String, String> conditions = new LinkedHashMap<>();
            item.entries()
                    .forEach((key, value) -> value.text().ifPresent(text -> {
                        if (checkCondition(key, value, text, configurations)) {
                            conditions.put(key, text);
                        }
                    }));
            if (!conditions.isEmpty()) {
                exclusions.add(conditions);
            }
        }
    }

    private boolean checkCondition(String key, Value value, String text, List<Layered> configurations) {
        List<String> known;
        if (key.equals(CONFIGURATION)) {
            known = configurations.stream().map(Layered::name).toList();
        } else if (axes.containsKey(key)) {
            known = axes.getOrDefault(key, List.of()).stream()
                    .flatMap(v -> v.text().stream())
                    .toList();
        } else {
            Set<String> words = new LinkedHashSet<>(axes.keySet());
            words.add(CONFIGURATION);
            value.keyProblem(
                    "\"" + key + "\" is not crossed by this matrix; exclude takes " + String.join(", ", words),
                    ClosestWord.to(key, words));
            return false;
        }
        if (!known.contains(text)) {
            value.problem(
                    "exclude names " + key + " \"" + text + "\", but there is " + String.join(", ", known),
                    ClosestWord.to(text, known));
        }
        return known.contains(text);
    }

    private List<Layered> crossed(List<Layered> configurations) {
        Map<String, Layered> byName = new LinkedHashMap<>();
        for (Layered configuration : configurations) {
            for (Map<String, Value> combination : combinations()) {
                if (!excluded(configuration.name(), combination)) {
                    put(byName, configuration, combination);
                }
            }
        }
        if (byName.isEmpty() && !configurations.isEmpty()) {
            matrix.problem("exclude leaves no configuration");
        }
        return List.copyOf(byName.values());
    }

    private List<Map<String, Value>> combinations() {
        List<Map<String, Value>> combinations = List.of(Map.of());
        for (Map.Entry<String, List<Value>> axis : axes.entrySet()) {
            List<Map<String, Value>> longer = new ArrayList<>();
            for (Map<String, Value> combination : combinations) {
                for (Value value : axis.getValue()) {
                    Map<String, Value> one = new LinkedHashMap<>(combination);
                    one.put(axis.getKey(), value);
                    longer.add(one);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    private boolean excluded(String name, Map<String, Value> combination) {
        return exclusions.stream()
                .anyMatch(conditions -> conditions.entrySet().stream()
                        .allMatch(condition -> condition.getKey().equals(CONFIGURATION)
                                ? condition.getValue().equals(name)
                                : textOf(combination, condition.getKey()).equals(Optional.of(condition.getValue()))));
    }

    private static Optional<String> textOf(Map<String, Value> combination, String axis) {
        return Optional.ofNullable(combination.get(axis)).flatMap(Value::text);
    }

    private void put(Map<String, Layered> byName, Layered configuration, Map<String, Value> combination) {
        StringBuilder name = new StringBuilder(configuration.name());
        for (Value value : combination.values()) {
            name.append('-').append(value.text().orElse("").replaceAll("[^A-Za-z0-9._-]+", "-"));
        }
        Map<String, Value> settings = new LinkedHashMap<>(configuration.settings());
        settings.putAll(combination);
        Layered crossed = new Layered(name.toString(), configuration.entry(), settings);
        if (!FolderNames.safe(crossed.name())) {
            matrix.problem(FolderNames.problem("a crossed configuration", crossed.name()));
        } else if (byName.putIfAbsent(crossed.name(), crossed) != null) {
            matrix.problem("two crossed configurations would be named \"" + crossed.name() + "\"");
        }
    }
}
