package org.servedyno.harness.plan.document;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One value of a plan with its place. Each reading method gives the value in the asked form, or reports what is wrong with it and
 * gives nothing, so that reading goes on.
 */
public final class Value {
    private final String key;
    private final Optional<Mark> keyMark;
    private final Node node;
    private final ProblemList problems;

    Value(String key, Optional<Mark> keyMark, Node node, ProblemList problems) {
        this.key = key;
        this.keyMark = keyMark;
        this.node = node;
        this.problems = problems;
    }

    /** The key it stands under, as problems name it. */
    public String key() {
        return key;
    }

    /** The same value known by another key. */
    public Value under(String otherKey) {
        return new Value(otherKey, keyMark, node, problems);
    }

    /** Reports a problem at the key, for what is wrong with the entry as a whole. */
    public void keyProblem(String message, Optional<String> suggestion) {
        problems.add(keyMark, message, suggestion);
    }

    Optional<PlanProblem.Position> keyPosition() {
        return keyMark.map(ProblemList::position);
    }

    /** Reports a problem at this place. */
    public void problem(String message) {
        problem(message, Optional.empty());
    }

    /** Reports a problem at this place, with the word that was likely meant. */
    public void problem(String message, Optional<String> suggestion) {
        problems.add(node.getStartMark(), message, suggestion);
    }

    /** Whether nothing stands there, {@code null} or {@code ~}. */
    public boolean isNothing() {
        return node instanceof ScalarNode scalar && Scalars.isNothing(scalar);
    }

    /** Whether it is a mapping. */
    public boolean isMapping() {
        return node instanceof MappingNode;
    }

    /** Any single value as text, not empty; line breaks are refused. */
    public Optional<String> text() {
        return scalar("text").map(ScalarNode::getValue).filter(text -> {
            if (text.isBlank()) {
                problem(key + " is empty");
            } else if (text.chars().anyMatch(Character::isISOControl)) {
                problem(key + " must be one line of text");
            }
            return !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
        });
    }

    /** A whole number from {@code min} to {@code max}. */
    public OptionalLong wholeNumber(long min, long max) {
        Optional<ScalarNode> scalar = scalar("a whole number");
        if (scalar.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong number = Scalars.wholeNumber(scalar.get());
        if (number.isEmpty()) {
            problem(key + " must be a whole number, not " + show(scalar.get()));
        } else if (number.getAsLong() < min || number.getAsLong() > max) {
            problem(outOfRange(Long.toString(min), Long.toString(max), scalar.get(), number.getAsLong() < min));
            return OptionalLong.empty();
        }
        return number;
    }

    /** A whole number from {@code min} to {@code max} that fits an int. */
    public OptionalInt smallNumber(int min, int max) {
        OptionalLong number = wholeNumber(min, max);
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    /** A number from {@code min} to {@code max}. */
    public OptionalDouble number(double min, double max) {
        return number(min, max, "a number", false);
    }

    /** A share from {@code min} to {@code max}, written {@code 0.5%} or {@code 0.005}. */
    public OptionalDouble share(double min, double max) {
        return number(min, max, "a share such as 0.5% or 0.005", true);
    }

    private OptionalDouble number(double min, double max, String kind, boolean percentAllowed) {
        Optional<ScalarNode> scalar = scalar(kind);
        if (scalar.isEmpty()) {
            return OptionalDouble.empty();
        }
        OptionalDouble number = Scalars.number(scalar.get(), percentAllowed);
        if (number.isEmpty()) {
            problem(key + " must be " + kind + ", not " + show(scalar.get()));
        } else if (!(number.getAsDouble() >= min && number.getAsDouble() <= max)) {
            problem(outOfRange(Scalars.show(min), Scalars.show(max), scalar.get(), number.getAsDouble() < min));
            return OptionalDouble.empty();
        }
        return number;
    }

    /** A duration with its unit, such as {@code 500ms}, {@code 60s}, {@code 2m}, {@code 1h}; longer than none, at most {@code max}. */
    public Optional<Duration> duration(Duration max) {
        Optional<ScalarNode> scalar = scalar("a duration such as 60s or 2m");
        Optional<Duration> duration = scalar.flatMap(Scalars::duration);
        if (scalar.isPresent() && duration.isEmpty()) {
            problem(key + " must be a duration with its unit, such as 500ms, 60s or 2m, not " + show(scalar.get()));
        }
        return duration.filter(d -> {
            boolean tooShort = d.isZero();
            if (tooShort || d.compareTo(max) > 0) {
                problem(key + (tooShort ? " must be longer than 0" : " must be at most " + Scalars.show(max)) + ", not "
                        + show(scalar.orElseThrow()));
                return false;
            }
            return true;
        });
    }

    /** {@code true} or {@code false}. */
    public Optional<Boolean> yesOrNo() {
        return scalar("true or false").flatMap(scalar -> {
            Optional<Boolean> value = Scalars.yesOrNo(scalar);
            if (value.isEmpty()) {
                problem(key + " must be true or false, not " + show(scalar));
            }
            return value;
        });
    }

    /**
     * One word of a list.
     *
     * @param kind what the words are, for example {@code engine}
     */
    public Optional<String> oneOf(String kind, Collection<String> words) {
        return text().filter(word -> {
            if (!words.contains(word)) {
                problem(
                        "unknown " + kind + " \"" + word + "\"; there is " + String.join(", ", words),
                        ClosestWord.to(word, words));
            }
            return words.contains(word);
        });
    }

    /** The elements of a list; empty for what is none. */
    public List<Value> items() {
        if (node instanceof SequenceNode sequence) {
            List<Value> items = new ArrayList<>();
            sequence.getValue()
                    .forEach(item -> items.add(new Value("an entry of " + key, item.getStartMark(), item, problems)));
            return items;
        }
        problem(key + " must be a list, such as [a, b]");
        return List.of();
    }

    /** The elements of a list as text. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        for (Value item : items()) {
            if (item.isMapping()) {
                item.problem("words in braces need quotes, such as \"{port}\"");
            } else {
                item.text().ifPresent(words::add);
            }
        }
        return words;
    }

    /** The mapping behind this value with keys the user chooses, in the order of the file. */
    public Map<String, Value> entries() {
        Optional<MappingNode> mapping = mapping();
        return mapping.isPresent() ? MappingEntries.of(mapping.get(), problems) : new LinkedHashMap<>();
    }

    /**
     * The mapping behind this value with keys fixed by the plan's language.
     *
     * @param what it is, as problems name it, for example {@code a workload}
     * @param keys the keys it may have
     * @param homes keys of other places, each with the place they belong to
     */
    public Optional<Section> section(String what, Collection<String> keys, Map<String, String> homes) {
        return mapping().map(mapping -> new Section(what, this, MappingEntries.of(mapping, problems), keys, homes));
    }

    private Optional<MappingNode> mapping() {
        if (node instanceof MappingNode mapping) {
            return Optional.of(mapping);
        }
        problem(key + " must be a mapping of keys to values" + (isNothing() ? ", but nothing stands there" : ""));
        return Optional.empty();
    }

    private Optional<ScalarNode> scalar(String kind) {
        if (!(node instanceof ScalarNode scalar)) {
            problem(key + " must be " + kind + ", not a " + (isMapping() ? "mapping" : "list"));
            return Optional.empty();
        }
        if (Scalars.isNothing(scalar)) {
            problem(key + " needs a value: " + kind);
            return Optional.empty();
        }
        return Optional.of(scalar);
    }

    private String outOfRange(String min, String max, ScalarNode scalar, boolean below) {
        return key + " must be at " + (below ? "least " + min : "most " + max) + ", not " + show(scalar);
    }

    private static String show(ScalarNode scalar) {
        String text = scalar.getValue();
        String shown = text.length() > 40 ? text.substring(0, text.offsetByCodePoints(0, 37)) + "..." : text;
        return scalar.isPlain() && Scalars.number(scalar, true).isPresent() ? shown : "\"" + shown + "\"";
    }
}
