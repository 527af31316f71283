package org.servedyno.results.store.stream;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;

/** The lines of a GPU trace, to and from JSON. A line of samples has no {@code line} key, for there are so many; all others say in it what they are. */
final class TraceLines {
    private static final String LINE = "line";
    private static final String EVENT = "event";
    private static final String OCCUPANTS = "occupants";
    private static final String END = "end";
    private static final String TIME = "t";
    private static final String GPU = "gpu";
    private static final String LATE = "lateNs";
    private static final String KIND = "kind";
    private static final String MODEL_TIME = "monotonicNs";

    private final Path file;
    private final GpuTraceVisitor visitor;
    private @Nullable GpuTraceHeader header;

    TraceLines(Path file, GpuTraceVisitor visitor) {
        this.file = file;
        this.visitor = visitor;
    }

    static ObjectNode of(GpuTraceHeader header) {
        ObjectNode line = Json.document(header, header.simulated());
        ObjectNode fields = line.putObject("fields");
        fields.put(TIME, "ns, monotonic clock of the recorder");
        fields.put(GPU, "index");
        GpuField.ALL.forEach(field -> fields.put(field.name(), field.unit()));
        fields.put(LATE, "ns behind schedule");
        return line;
    }

    static ObjectNode of(GpuSample sample, Map<String, String> absentThroughout) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put(TIME, sample.monotonicNs());
        line.put(GPU, sample.gpu());
        GpuField.ALL.forEach(field -> field.write(sample, line, absentThroughout));
        line.put(LATE, sample.lateNs());
        return line;
    }

    static ObjectNode of(GpuEvent event) {
        return timed(EVENT, event.monotonicNs(), event);
    }

    static ObjectNode of(GpuOccupants occupants) {
        return timed(OCCUPANTS, occupants.monotonicNs(), occupants);
    }

    static ObjectNode of(GpuTraceEnd end) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put(LINE, END);
        line.setAll((ObjectNode) Json.tree(end));
        return line;
    }

    private static ObjectNode timed(String kind, long monotonicNs, Object value) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put(LINE, kind);
        line.put(TIME, monotonicNs);
        ObjectNode body = (ObjectNode) Json.tree(value);
        body.remove(MODEL_TIME);
        line.setAll(body);
        return line;
    }

    /** Takes the next line. */
    void line(String text) throws IOException {
        try {
            JsonNode line = Json.parse(text);
            if (header == null) {
                header = Json.value(JsonFile.checked(line, file), GpuTraceHeader.class);
                visitor.header(header);
            } else {
                pass(line, header);
            }
        } catch (JacksonException e) {
            throw new IOException(file + " is no GPU trace: " + e.getOriginalMessage(), e);
        }
    }

    private void pass(JsonNode line, GpuTraceHeader first) throws IOException {
        if (!line.has(LINE)) {
            visitor.sample(sample(line, first.absent()));
            return;
        }
        switch (line.path(LINE).asText()) {
            case EVENT -> visitor.event(event((ObjectNode) line));
            case OCCUPANTS -> visitor.occupants(untimed(line, GpuOccupants.class));
            case END -> visitor.end(Json.value(line, GpuTraceEnd.class));
            default -> visitor.unknown();
        }
    }

    private static GpuSample sample(JsonNode line, Map<String, String> absent) {
        GpuSample.Builder sample =
                GpuSample.of(line.path(TIME).longValue(), line.path(GPU).intValue(), "not in this trace");
        GpuField.ALL.forEach(field -> field.read(line, absent, sample));
        return sample.lateNs(line.path(LATE).longValue()).build();
    }

    /** An event of a kind that a later build has added is still an event. */
    private static GpuEvent event(ObjectNode line) throws IOException {
        String kind = line.path(KIND).asText();
        boolean known = Arrays.stream(GpuEvent.Kind.values())
                .anyMatch(value -> value.name().equals(kind));
        if (!known) {
            line.put(KIND, GpuEvent.Kind.OTHER.name());
            line.put("detail", kind + ": " + line.path("detail").asText());
        }
        return untimed(line, GpuEvent.class);
    }

    private static <T> T untimed(JsonNode line, Class<T> type) throws IOException {
        ((ObjectNode) line).set(MODEL_TIME, line.path(TIME));
        return Json.value(line, type);
    }

    /** To be called after the last line. */
    void refuseNone() throws IOException {
        if (header == null) {
            throw new IOException(file + " was cut off before its header; nothing of the trace is left");
        }
    }
}
