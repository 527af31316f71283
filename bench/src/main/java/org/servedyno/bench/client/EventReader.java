package org.servedyno.bench.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the JSON of OpenAI-style stream events, completions and chat alike, with a pull parser and no tree. An empty text and a delta
 * that only names a role are no content. Not thread-safe.
 */
final class EventReader {
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.UTF_8);

    private final JsonFactory json = new JsonFactory();

    /** Reads one event's data; malformed JSON is an {@link IOException}. */
    void read(byte[] data, int length, EventFacts facts) throws IOException {
        facts.clear();
        if (isDone(data, length)) {
            facts.markDone();
            return;
        }
        try (JsonParser in = json.createParser(data, 0, length)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("an event that is no JSON object");
            }
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                in.nextToken();
                topLevel(name, in, facts);
            }
        }
    }

    private static boolean isDone(byte[] data, int length) {
        if (length != DONE.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (data[i] != DONE[i]) {
                return false;
            }
        }
        return true;
    }

    private static void topLevel(String name, JsonParser in, EventFacts facts) throws IOException {
        switch (name) {
            case "choices" -> choices(in, facts);
            case "usage" -> usage(in, facts);
            case "error" -> error(in, facts);
            default -> in.skipChildren();
        }
    }

    private static void choices(JsonParser in, EventFacts facts) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.START_OBJECT) {
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String name = in.currentName();
                in.nextToken();
                choice(name, in, facts);
            }
        }
    }

    private static void choice(String name, JsonParser in, EventFacts facts) throws IOException {
        switch (name) {
            case "text" -> text(in, facts, true);
            case "delta", "message" -> delta(in, facts);
            case "finish_reason" -> {
                if (in.currentToken() == JsonToken.VALUE_STRING) {
                    facts.setFinishReason(in.getText());
                }
            }
            case "token_ids" -> tokenIds(in, facts);
            default -> in.skipChildren();
        }
    }

    private static void delta(JsonParser in, EventFacts facts) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            in.nextToken();
            switch (name) {
                case "content" -> text(in, facts, true);
                case "reasoning_content", "reasoning" -> text(in, facts, false);
                case "tool_calls" -> toolCalls(in, facts);
                default -> in.skipChildren();
            }
        }
    }

    private static void text(JsonParser in, EventFacts facts, boolean visible) throws IOException {
        if (in.currentToken() == JsonToken.VALUE_STRING && in.getTextLength() > 0) {
            facts.markContent();
            if (facts.keepsText()) {
                facts.addText(in.getText(), visible);
            }
        } else {
            in.skipChildren();
        }
    }

    private static void toolCalls(JsonParser in, EventFacts facts) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
            facts.markContent();
            in.skipChildren();
        }
    }

    private static void tokenIds(JsonParser in, EventFacts facts) throws IOException {
        if (in.currentToken() != JsonToken.START_ARRAY) {
            in.skipChildren();
            return;
        }
        int count = 0;
        while (in.nextToken() != JsonToken.END_ARRAY) {
            in.skipChildren();
            count++;
        }
        if (count > 0) {
            facts.markContent();
            facts.addTokens(count);
        }
    }

    private static void usage(JsonParser in, EventFacts facts) throws IOException {
        if (in.currentToken() != JsonToken.START_OBJECT) {
            in.skipChildren();
            return;
        }
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String name = in.currentName();
            JsonToken value = in.nextToken();
            if (value == JsonToken.VALUE_NUMBER_INT && name.equals("prompt_tokens")) {
                facts.setPromptTokens(in.getIntValue());
            } else if (value == JsonToken.VALUE_NUMBER_INT && name.equals("completion_tokens")) {
                facts.setCompletionTokens(in.getIntValue());
            } else {
                in.skipChildren();
            }
        }
    }

    private static void error(JsonParser in, EventFacts facts) throws IOException {
        switch (in.currentToken()) {
            case VALUE_NULL -> {}
            case VALUE_STRING -> facts.setError(in.getText());
            case START_OBJECT -> {
                facts.setError("error event");
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String name = in.currentName();
                    JsonToken value = in.nextToken();
                    if (name.equals("message") && value == JsonToken.VALUE_STRING) {
                        facts.setError(in.getText());
                    } else {
                        in.skipChildren();
                    }
                }
            }
            default -> {
                in.skipChildren();
                facts.setError("error event");
            }
        }
    }
}
