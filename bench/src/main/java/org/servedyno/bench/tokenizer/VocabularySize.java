package org.servedyno.bench.tokenizer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.OptionalInt;

/** Counts the entries of {@code model.vocab} in a {@code tokenizer.json}: the base vocabulary, which the native library doesn't give. */
final class VocabularySize {
    private VocabularySize() {}

    /** The number of entries (a map's keys or a list's elements); empty when there is no {@code model.vocab}. */
    static OptionalInt of(byte[] tokenizerJson) throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(tokenizerJson)) {
            if (enter(parser, "model") && enter(parser, "vocab")) {
                return OptionalInt.of(countChildren(parser));
            }
            return OptionalInt.empty();
        }
    }

    /** Moves into the value of that key of the object at or after the current token. */
    private static boolean enter(JsonParser parser, String key) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT && parser.nextToken() != JsonToken.START_OBJECT) {
            return false;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals(key)) {
                return value.isStructStart();
            }
            parser.skipChildren();
        }
        return false;
    }

    private static int countChildren(JsonParser parser) throws IOException {
        int count = 0;
        for (JsonToken token = parser.nextToken(); !token.isStructEnd(); token = parser.nextToken()) {
            if (token == JsonToken.FIELD_NAME) {
                parser.nextToken();
            }
            parser.skipChildren();
            count++;
        }
        return count;
    }
}
