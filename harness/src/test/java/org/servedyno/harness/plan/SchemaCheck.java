package org.servedyno.harness.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The part of JSON Schema 2020-12 that the plan's schema uses; a keyword it doesn't know fails the test. */
final class SchemaCheck {
    private final JsonNode root;

    SchemaCheck(JsonNode root) {
        this.root = root;
    }

    void check(JsonNode schema, JsonNode value, String path, List<String> violations) {
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode rule = keyword.getValue();
            boolean met = switch (keyword.getKey()) {
                case "$schema", "$id", "$defs", "title", "description" -> true;
                case "$ref" -> meets(root.at(rule.asText().substring(1)), value, path, violations);
                case "type" -> hasType(rule, value);
                case "const" -> value.equals(rule);
                case "enum" -> contains(rule, value);
                case "anyOf" -> anyMeets(rule, value);
                case "pattern" ->
                    !value.isTextual()
                            || Pattern.compile(rule.asText())
                                    .matcher(value.asText())
                                    .find();
                case "minimum" -> !value.isNumber() || value.asDouble() >= rule.asDouble();
                case "maximum" -> !value.isNumber() || value.asDouble() <= rule.asDouble();
                case "minItems" -> !value.isArray() || value.size() >= rule.asInt();
                case "minProperties" -> !value.isObject() || value.size() >= rule.asInt();
                case "required" -> !value.isObject() || hasAll(rule, value);
                case "items" -> everyItem(rule, value, path, violations);
                case "properties" -> everyProperty(rule, value, path, violations);
                case "propertyNames" -> everyName(rule, value, path, violations);
                case "additionalProperties" -> everyOther(schema, rule, value, path, violations);
                default -> throw new AssertionError("keyword " + keyword.getKey() + " is not checked");
            };
            if (!met) {
                violations.add(path + ": " + value + " against " + keyword);
            }
        }
    }

    private boolean meets(JsonNode schema, JsonNode value, String path, List<String> violations) {
        check(schema, value, path, violations);
        return true;
    }

    private boolean anyMeets(JsonNode schemas, JsonNode value) {
        for (JsonNode schema : schemas) {
            List<String> violations = new ArrayList<>();
            check(schema, value, "", violations);
            if (violations.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasType(JsonNode types, JsonNode value) {
        String type = value.isIntegralNumber()
                ? "integer"
                : value.getNodeType().name().toLowerCase(Locale.ROOT);
        JsonNode actual = TextNode.valueOf(type);
        JsonNode wider = TextNode.valueOf(type.equals("integer") ? "number" : type);
        return types.isTextual()
                ? types.equals(actual) || types.equals(wider)
                : contains(types, actual) || contains(types, wider);
    }

    private static boolean contains(JsonNode array, JsonNode value) {
        for (JsonNode item : array) {
            if (item.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAll(JsonNode names, JsonNode value) {
        for (JsonNode name : names) {
            if (!value.has(name.asText())) {
                return false;
            }
        }
        return true;
    }

    private boolean everyItem(JsonNode schema, JsonNode value, String path, List<String> violations) {
        if (value.isArray()) {
            value.forEach(item -> check(schema, item, path + "[]", violations));
        }
        return true;
    }

    private boolean everyProperty(JsonNode schemas, JsonNode value, String path, List<String> violations) {
        schemas.properties().forEach(property -> {
            if (value.has(property.getKey())) {
                check(property.getValue(), value.get(property.getKey()), path + "/" + property.getKey(), violations);
            }
        });
        return true;
    }

    private boolean everyName(JsonNode schema, JsonNode value, String path, List<String> violations) {
        value.fieldNames()
                .forEachRemaining(name -> check(schema, TextNode.valueOf(name), path + "/" + name, violations));
        return true;
    }

    private boolean everyOther(JsonNode schema, JsonNode rule, JsonNode value, String path, List<String> violations) {
        value.properties().forEach(property -> {
            if (!schema.path("properties").has(property.getKey())) {
                String place = path + "/" + property.getKey();
                if (rule.isBoolean()) {
                    violations.add(place + " is not allowed");
                } else {
                    check(rule, property.getValue(), place, violations);
                }
            }
        });
        return true;
    }
}
