package org.servedyno.bench.sim.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.servedyno.bench.sim.scheduler.TokenIds;

/** Reads the prompt of either API and turns it into token ids. */
final class PromptReader {
    /** Stand for the marks and the role that a chat template puts around each message, and for its opening of the answer. */
    private static final TokenIds MESSAGE_TEMPLATE = TokenIds.of(-1, -2, -3, -4, -5);

    private static final TokenIds ANSWER_TEMPLATE = TokenIds.of(-1, -6, -3);

    private final Function<String, TokenIds> tokenizer;

    PromptReader(Function<String, TokenIds> tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** {@code prompt}: a text, a list with one text, or a list of token ids. */
    TokenIds prompt(JsonNode body) throws ApiProblem {
        JsonNode prompt = body.path("prompt");
        if (prompt.isArray() && prompt.size() == 1 && prompt.get(0).isTextual()) {
            prompt = prompt.get(0);
        }
        if (prompt.isTextual()) {
            return notEmpty(tokenizer.apply(prompt.textValue()));
        }
        if (prompt.isArray() && !prompt.isEmpty() && allInts(prompt)) {
            JsonNode ids = prompt;
            return TokenIds.of(IntStream.range(0, ids.size())
                    .map(i -> ids.get(i).intValue())
                    .toArray());
        }
        throw ApiProblem.badRequest(
                "prompt must be a text or a list of token ids; the simulated engine takes one prompt a request");
    }

    /** {@code messages}: texts, or lists of text parts, with a template around them. */
    TokenIds messages(JsonNode body) throws ApiProblem {
        JsonNode messages = body.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw ApiProblem.badRequest("messages must be a list with at least one message");
        }
        TokenIds tokens = TokenIds.of();
        for (JsonNode message : messages) {
            tokens = tokens.plus(MESSAGE_TEMPLATE).plus(tokenizer.apply(content(message)));
        }
        return tokens.plus(ANSWER_TEMPLATE);
    }

    private static String content(JsonNode message) throws ApiProblem {
        JsonNode content = message.path("content");
        if (content.isTextual()) {
            return content.textValue();
        }
        if (!content.isArray()) {
            throw ApiProblem.badRequest("a message's content must be a text or a list of parts");
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            if (!part.path("text").isTextual()) {
                throw ApiProblem.badRequest("the simulated engine takes parts of type text only, not "
                        + part.path("type").asText("one without a type"));
            }
            text.append(part.path("text").textValue());
        }
        return text.toString();
    }

    private static boolean allInts(JsonNode list) {
        for (JsonNode element : list) {
            if (!element.isInt()) {
                return false;
            }
        }
        return true;
    }

    private static TokenIds notEmpty(TokenIds tokens) throws ApiProblem {
        if (tokens.count() == 0) {
            throw ApiProblem.badRequest("The decoder prompt cannot be empty");
        }
        return tokens;
    }
}
