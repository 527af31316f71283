package org.servedyno.harness.plan.document;

import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Parses one YAML document into nodes that know their place. Only shape is checked here: that it is YAML at all, one document, not
 * too large, not too deep.
 */
public final class YamlDocument {
    /** Longest plan, characters. The longest sensible one is a few kilobytes; a request set named by mistake is far longer. */
    public static final int MAX_CHARACTERS = 1 << 20;

    /** Deepest nesting. A plan needs six levels; the parser recurses, so the bound also keeps its stack. */
    private static final int MAX_DEPTH = 40;

    /**
     * The engine's default schema, which leaves {@code <<} alone: its own merging never ends on a mapping merged into
     * itself. Aliases need no bound of their own, as nothing here walks into one twice.
     */
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setCodePointLimit(MAX_CHARACTERS)
            .setMaxAliasesForCollections(MAX_CHARACTERS)
            .build();

    private YamlDocument() {}

    /** The document's top value; empty when there is none, with the reason in {@code problems}. */
    public static Optional<Value> parse(String text, ProblemList problems) {
        if (text.length() > MAX_CHARACTERS) {
            problems.add("is longer than " + MAX_CHARACTERS + " characters: a plan is a few kilobytes of YAML");
            return Optional.empty();
        }
        try {
            if (!shapeIsSound(text, problems)) {
                return Optional.empty();
            }
            Optional<Node> top = new Compose(SETTINGS).composeString(text);
            return top.map(node -> new Value("the plan", node.getStartMark(), node, problems));
        } catch (MarkedYamlEngineException e) {
            problems.add(e.getProblemMark(), "not YAML: " + explain(e), Optional.empty());
        } catch (ReaderException e) {
            problems.addAt(
                    position(text, e.getPosition()),
                    String.format(Locale.ROOT, "not YAML: the character U+%04X can't stand in it", e.getCodePoint()));
        } catch (YamlVersionException e) {
            problems.add("not YAML 1.2: its %YAML line asks for another version");
        } catch (YamlEngineException e) {
            problems.add("not YAML: " + e.getMessage());
        }
        return Optional.empty();
    }

    private static boolean shapeIsSound(String text, ProblemList problems) {
        int documents = 0;
        int depth = 0;
        Iterator<Event> events = new Parse(SETTINGS).parseString(text).iterator();
        while (events.hasNext()) {
            Event event = events.next();
            if (event instanceof CollectionStartEvent && ++depth > MAX_DEPTH) {
                return refuse(problems, event.getStartMark(), "nested deeper than " + MAX_DEPTH + " levels");
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            } else if (event instanceof DocumentStartEvent && ++documents > 1) {
                return refuse(problems, event.getStartMark(), "a second document: a plan is one, so remove this ---");
            }
        }
        if (documents == 0) {
            problems.add("is empty: a plan names at least study, model, workloads and configurations");
        }
        return documents == 1;
    }

    private static boolean refuse(ProblemList problems, Optional<Mark> mark, String message) {
        problems.add(mark, message, Optional.empty());
        return false;
    }

    private static String explain(MarkedYamlEngineException e) {
        String problem = e.getProblem();
        if (problem.contains("TAB")) {
            return "a tab can't indent; use spaces";
        }
        if (problem.contains("mapping values are not allowed here")) {
            return "a second \": \" in one value, or a line indented too far; put text that holds \": \" in quotes";
        }
        String context = Optional.ofNullable(e.getContext())
                .filter(c -> !c.isBlank())
                .map(c -> c + ": ")
                .orElse("");
        return (context + problem).strip();
    }

    private static PlanProblem.Position position(String text, int codePoints) {
        int line = 1;
        int column = 1;
        int end = text.offsetByCodePoints(0, Math.min(codePoints, text.codePointCount(0, text.length())));
        for (int i = 0; i < end; i = text.offsetByCodePoints(i, 1)) {
            if (text.charAt(i) == '\n') {
                line++;
                column = 1;
            } else {
                column++;
            }
        }
        return new PlanProblem.Position(line, column);
    }
}
