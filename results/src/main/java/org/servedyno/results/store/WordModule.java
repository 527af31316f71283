package org.servedyno.results.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Locale;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Workload;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.GateResult;

/** Teaches Jackson the enumerations that files spell in lower case. */
final class WordModule extends SimpleModule {
    private static final long serialVersionUID = 1;

    WordModule() {
        lowerCase(Pass.Kind.class);
        lowerCase(Workload.Endpoint.class);
        lowerCase(GateResult.Status.class);
        lowerCase(GateResult.Effect.class);
        lowerCase(CudaInventory.Fault.Kind.class);
    }

    private <E extends Enum<E>> void lowerCase(Class<E> type) {
        addSerializer(type, new JsonSerializer<E>() {
            @Override
            public void serialize(E value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(value.name().toLowerCase(Locale.ROOT));
            }
        });
        addDeserializer(type, new JsonDeserializer<E>() {
            @Override
            public E deserialize(JsonParser in, DeserializationContext context) throws IOException {
                String word = in.getText();
                for (E value : type.getEnumConstants()) {
                    if (value.name().toLowerCase(Locale.ROOT).equals(word)) {
                        return value;
                    }
                }
                return type.cast(context.handleWeirdStringValue(type, word, "not one of the words"));
            }
        });
    }
}
