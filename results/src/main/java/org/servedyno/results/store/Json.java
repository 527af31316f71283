package org.servedyno.results.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;

/**
 * How values become JSON: camelCase, ISO-8601 instants, an absent reading as null with its reason under the same name in the
 * object's {@code absent}. Stateless.
 */
public final class Json {
    /** The version of every file's layout that this build writes, and the newest that it reads. */
    public static final int SCHEMA_VERSION = 1;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule(), new ReadingModule(), new WordModule())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS, SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addMixIn(Trial.class, TrialNames.class)
            .addMixIn(Pass.class, PassNames.class)
            .addMixIn(TrialOutcome.class, OutcomeKinds.class)
            .addMixIn(Hardware.class, HardwareKinds.class)
            .build();

    private Json() {}

    /** A value as JSON. */
    public static JsonNode tree(Object value) {
        return AbsentReasons.besideNulls(MAPPER.valueToTree(value));
    }

    /** A value as the JSON object of a file, which begins with {@code schemaVersion} and {@code simulated}. */
    public static ObjectNode document(Object value, boolean simulated) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("simulated", simulated);
        ObjectNode body = (ObjectNode) tree(value);
        body.remove("simulated");
        document.setAll(body);
        return document;
    }

    /** The value in a JSON tree; a tree of another shape is an {@link IOException} that says where. */
    public static <T> T value(JsonNode tree, Class<T> type) throws IOException {
        return MAPPER.treeToValue(AbsentReasons.inPlace(tree), type);
    }

    /** Reads one JSON document. */
    public static JsonNode parse(String text) throws IOException {
        return MAPPER.readTree(text);
    }

    /** One line, without its end. */
    public static String line(JsonNode tree) {
        return tree.toString();
    }

    /** Indented, ending in a newline. */
    public static String pretty(JsonNode tree) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface TrialNames {
        @JsonProperty("trialId")
        String id();
    }

    private interface PassNames {
        @JsonProperty("pass")
        int number();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = TrialOutcome.Done.class, name = "done"),
        @JsonSubTypes.Type(value = TrialOutcome.Failed.class, name = "failed"),
        @JsonSubTypes.Type(value = TrialOutcome.Interrupted.class, name = "interrupted")
    })
    private interface OutcomeKinds {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Hardware.None.class, name = "none"),
        @JsonSubTypes.Type(value = Hardware.Gpus.class, name = "gpus"),
        @JsonSubTypes.Type(value = Hardware.Simulated.class, name = "simulated")
    })
    private interface HardwareKinds {}
}
