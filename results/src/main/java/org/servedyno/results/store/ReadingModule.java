package org.servedyno.results.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import org.servedyno.results.model.Reading;

/** Teaches Jackson {@link Reading}: the value itself, or an object with {@link AbsentReasons#MARK}. */
final class ReadingModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    ReadingModule() {
        addSerializer(Reading.class, new Writer());
        addDeserializer(Reading.class, new Reader(null));
    }

    @SuppressWarnings("rawtypes") // Jackson registers by class
    private static final class Writer extends JsonSerializer<Reading> {
        @Override
        public void serialize(Reading reading, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (reading instanceof Reading.Absent<?> absent) {
                out.writeStartObject();
                out.writeStringField(AbsentReasons.MARK, absent.reason());
                out.writeEndObject();
            } else {
                provider.defaultSerializeValue(((Reading.Value<?>) reading).value(), out);
            }
        }
    }

    @SuppressWarnings("rawtypes") // Jackson registers by class
    private static final class Reader extends JsonDeserializer<Reading> implements ContextualDeserializer {
        private final @org.jspecify.annotations.Nullable JavaType content;

        Reader(@org.jspecify.annotations.Nullable JavaType content) {
            this.content = content;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            JavaType type = context.getContextualType();
            return new Reader(type == null ? null : type.containedType(0));
        }

        @Override
        public Reading<?> deserialize(JsonParser in, DeserializationContext context) throws IOException {
            JsonNode node = in.readValueAsTree();
            if (node.has(AbsentReasons.MARK)) {
                return Reading.absent(node.get(AbsentReasons.MARK).asText());
            }
            if (content == null) {
                return context.reportInputMismatch(Reading.class, "a reading of unknown type");
            }
            return Reading.of(context.readTreeAsValue(node, content));
        }

        @Override
        public Reading<?> getNullValue(DeserializationContext context) {
            return Reading.absent("no reason recorded");
        }
    }
}
