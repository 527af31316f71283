package org.servedyno.harness.engine.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import org.servedyno.results.model.Workload;

/** Asks an engine for one real completion: the only proof that it can serve. */
public final class TokenProbe {
    /** More than one, as the first token may be one that shows no text. */
    private static final int TOKENS = 4;

    private TokenProbe() {}

    /** What came of asking. */
    public sealed interface Result {
        /** At least one token came. */
        record Token() implements Result {}

        /**
         * Not yet; asking again may help.
         *
         * @param words what was asked and seen
         */
        record NotYet(String words) implements Result {}

        /**
         * The engine understood the request and refuses it.
         *
         * @param aboutModel whether it says that it does not have the model
         * @param words what was asked and seen
         */
        record Refused(boolean aboutModel, String words) implements Result {}
    }

    /** Asks once. */
    public static Result ask(EngineHttp http, Workload.Endpoint endpoint, String model, Duration patience)
            throws InterruptedException {
        String asked = "POST " + endpoint.path();
        try {
            HttpAnswer answer = http.post(endpoint.path(), body(endpoint, model), patience);
            if (answer.success()) {
                return hasToken(answer.json())
                        ? new Result.Token()
                        : new Result.NotYet(asked + ": HTTP " + answer.status() + " without a token");
            }
            return refusal(asked, answer);
        } catch (IOException e) {
            return new Result.NotYet(asked + ": " + e.getMessage());
        }
    }

    private static Result refusal(String asked, HttpAnswer answer) {
        String words = asked + ": " + answer.words();
        boolean transientStatus = answer.status() >= 500 || answer.status() == 429 || answer.status() == 408;
        if (transientStatus) {
            return new Result.NotYet(words);
        }
        boolean aboutModel = answer.status() == 404 && answer.body().contains("model");
        return new Result.Refused(aboutModel, words);
    }

    private static String body(Workload.Endpoint endpoint, String model) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("model", model);
        body.put("max_tokens", TOKENS);
        body.put("temperature", 0);
        body.put("stream", false);
        if (endpoint == Workload.Endpoint.CHAT) {
            body.putArray("messages").addObject().put("role", "user").put("content", "Hello, are you there?");
        } else {
            body.put("prompt", "Hello, are you there?");
        }
        return body.toString();
    }

    private static boolean hasToken(JsonNode answer) {
        if (answer.at("/usage/completion_tokens").asInt(0) >= 1) {
            return true;
        }
        JsonNode choice = answer.at("/choices/0");
        JsonNode message = choice.path("message");
        return !choice.path("text").asText("").isEmpty()
                || !message.path("content").asText("").isEmpty()
                || !message.path("reasoning_content").asText("").isEmpty()
                || !message.path("reasoning").asText("").isEmpty();
    }
}
