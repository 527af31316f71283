package org.servedyno.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves the reason of an absent reading between two places: inside the reading, where Java wants it, and beside a plain null, where
 * a reader of JSON wants it: {@code {"powerWatts": null, "absent": {"powerWatts": "NVML_ERROR_NOT_SUPPORTED"}}}.
 */
final class AbsentReasons {
    /** Marks an absent reading inside a tree on its way to or from Java. */
    static final String MARK = "@absent";

    private static final String BESIDE = "absent";

    private AbsentReasons() {}

    /** The tree with every marked object that is a field turned into null, its reason beside it. */
    static JsonNode besideNulls(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            for (String name : names(object)) {
                JsonNode child = object.get(name);
                if (child.has(MARK)) {
                    object.withObjectProperty(BESIDE).set(name, child.get(MARK));
                    object.putNull(name);
                } else {
                    besideNulls(child);
                }
            }
        } else if (tree instanceof ArrayNode array) {
            array.forEach(AbsentReasons::besideNulls);
        }
        return tree;
    }

    /** A copy of the tree with the reasons back in the place of the nulls. */
    static JsonNode inPlace(JsonNode tree) {
        JsonNode copy = tree.deepCopy();
        restore(copy);
        return copy;
    }

    private static void restore(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            if (object.get(BESIDE) instanceof ObjectNode reasons) {
                object.remove(BESIDE);
                reasons.properties()
                        .forEach(entry -> object.set(
                                entry.getKey(),
                                JsonNodeFactory.instance.objectNode().set(MARK, entry.getValue())));
            }
            object.forEach(AbsentReasons::restore);
        } else if (tree instanceof ArrayNode array) {
            array.forEach(AbsentReasons::restore);
        }
    }

    private static List<String> names(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
