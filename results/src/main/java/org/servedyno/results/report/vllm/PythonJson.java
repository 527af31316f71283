package org.servedyno.results.report.vllm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * JSON as Python's {@code json.dump} writes it by default: one line, blanks after commas and colons, everything outside
 * printable ASCII escaped in lower case, floats as {@code repr}.
 */
final class PythonJson {
    private static final int LAST_PLAIN_CHARACTER = '~';
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE).build();

    private final JsonGenerator out;

    private PythonJson(JsonGenerator out) {
        this.out = out;
    }

    /** One object; values are strings, integers, finite doubles, lists of these, or an empty {@link Optional} for null. */
    static String dump(Map<String, Object> object) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.setHighestNonEscapedChar(LAST_PLAIN_CHARACTER);
            generator.setPrettyPrinter(new Separators());
            new PythonJson(generator).writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return text.toString();
    }

    private void writeObject(Map<String, Object> object) throws IOException {
        out.writeStartObject();
        for (var entry : object.entrySet()) {
            out.writeFieldName(entry.getKey());
            write(entry.getValue());
        }
        out.writeEndObject();
    }

    private void write(Object value) throws IOException {
        if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof Double number) {
            out.writeNumber(PythonNumbers.repr(number));
        } else if (value instanceof Integer || value instanceof Long) {
            out.writeNumber(((Number) value).longValue());
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(element);
            }
            out.writeEndArray();
        } else if (value instanceof Optional<?> nothing && nothing.isEmpty()) {
            out.writeNull();
        } else {
            throw new IllegalArgumentException("no JSON for " + value.getClass());
        }
    }

    private static final class Separators extends MinimalPrettyPrinter {
        private static final long serialVersionUID = 1L;

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator g) throws IOException {
            g.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator g) throws IOException {
            g.writeRaw(", ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator g) throws IOException {
            g.writeRaw(", ");
        }
    }
}
