package org.servedyno.harness.plan.dryrun;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes block-style YAML with flow-style lists, each scalar quoted only where it must be. Confined to one thread. */
final class YamlText {
    private static final int WIDTH = 80;
    private static final int INDENT = 2;

    /** Text that YAML 1.2 and the plan reader both take for what it is, in a block and inside brackets. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./%+-][A-Za-z0-9_./%+=@^~-]*(:[A-Za-z0-9_./]+)*");

    private final StringBuilder text = new StringBuilder();
    private int depth;

    /** A key with one value. */
    void entry(String key, Object value) {
        line(key + ": " + scalar(value.toString()));
    }

    /** A key with a list on one line, or one entry a line where that is too long. */
    void list(String key, List<String> words) {
        String flow = key + ": [" + words.stream().map(YamlText::scalar).collect(Collectors.joining(", ")) + "]";
        if (depth * INDENT + flow.length() <= WIDTH) {
            line(flow);
            return;
        }
        line(key + ":");
        words.forEach(word -> line("  - " + scalar(word)));
    }

    /** A key with a mapping of text to text, sorted; nothing when it is empty. */
    void texts(String key, Map<String, String> entries) {
        if (!entries.isEmpty()) {
            section(key, () -> new TreeMap<>(entries).forEach(this::entry));
        }
    }

    /** A key with what {@code body} writes below it. */
    void section(String key, Runnable body) {
        line(scalar(key) + ":");
        depth++;
        body.run();
        depth--;
    }

    private void line(String content) {
        text.append(" ".repeat(depth * INDENT)).append(content).append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private static String scalar(String value) {
        boolean plain = PLAIN.matcher(value).matches() && !value.equals("-") && !value.equals("~");
        boolean word = List.of("null", "Null", "NULL", "---", "...").contains(value);
        return plain && !word ? value : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
