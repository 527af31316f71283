package org.servedyno.bench.sim.http.request;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.servedyno.bench.sim.scheduler.TokenIds;

/** Reads and checks request bodies; the rules and wordings are vLLM's where it has them. Safe for use by several threads. */
public final class RequestReader {
    private static final int DEFAULT_COMPLETION_TOKENS = 16;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String servedModel;
    private final int maxModelLen;
    private final PromptReader prompts;

    /**
     * A reader for one server.
     *
     * @param servedModel the only model that may be asked for
     * @param maxModelLen tokens of prompt and output together
     * @param tokenizer turns a text into token ids
     */
    public RequestReader(String servedModel, int maxModelLen, Function<String, TokenIds> tokenizer) {
        this.servedModel = servedModel;
        this.maxModelLen = maxModelLen;
        this.prompts = new PromptReader(tokenizer);
    }

    /** The body as a JSON object. */
    public static JsonNode parse(String body) throws ApiProblem {
        try {
            JsonNode tree = JSON.readTree(body);
            if (!tree.isObject()) {
                throw ApiProblem.badRequest("the request body must be a JSON object");
            }
            return tree;
        } catch (JsonParseException e) {
            throw ApiProblem.badJson(e.getLocation().getCharOffset(), "not valid JSON");
        } catch (IOException e) {
            throw ApiProblem.badJson(0, "not valid JSON");
        }
    }

    /** A completion or chat completion request. */
    public CompletionRequest read(String text, boolean chat) throws ApiProblem {
        JsonNode body = parse(text);
        checkModel(body);
        checkSupported(body);
        boolean stream = flag(body, "stream");
        JsonNode streamOptions = body.path("stream_options");
        if (!stream && streamOptions.isObject()) {
            throw ApiProblem.badRequest("Stream options can only be defined when `stream=True`.");
        }
        OptionalInt asked = askedTokens(body, chat);
        TokenIds prompt = chat ? prompts.messages(body) : prompts.prompt(body);
        int maxTokens = fittingTokens(asked, prompt.count(), chat);
        int minTokens = integer(body, "min_tokens").orElse(0);
        if (minTokens < 0 || minTokens > maxTokens) {
            throw ApiProblem.badParameter(
                    "min_tokens",
                    minTokens,
                    "min_tokens must be between 0 and max_tokens=" + maxTokens + ", got " + minTokens + ".");
        }
        return new CompletionRequest(
                chat,
                prompt,
                maxTokens,
                minTokens,
                flag(body, "ignore_eos"),
                stopStrings(body),
                stream,
                flag(streamOptions, "include_usage"),
                flag(streamOptions, "continuous_usage_stats"));
    }

    private void checkModel(JsonNode body) throws ApiProblem {
        JsonNode model = body.path("model");
        if (model.isTextual() && !model.textValue().equals(servedModel)) {
            throw ApiProblem.unknownModel(model.textValue(), servedModel);
        }
    }

    private static void checkSupported(JsonNode body) throws ApiProblem {
        int choices = integer(body, "n").orElse(1);
        if (choices != 1) {
            throw ApiProblem.badParameter("n", choices, "the simulated engine gives one choice a request.");
        }
        JsonNode logprobs = body.path("logprobs");
        if (logprobs.isNumber() || logprobs.asBoolean()) {
            throw ApiProblem.badParameter("logprobs", logprobs, "the simulated engine has no log probabilities.");
        }
        if (flag(body, "echo")) {
            throw ApiProblem.badParameter("echo", true, "the simulated engine does not repeat the prompt.");
        }
        JsonNode temperature = body.path("temperature");
        if (temperature.isNumber() && temperature.doubleValue() < 0) {
            throw ApiProblem.badParameter(
                    "temperature", temperature, "temperature must be non-negative, got " + temperature + ".");
        }
    }

    private OptionalInt askedTokens(JsonNode body, boolean chat) throws ApiProblem {
        OptionalInt asked = chat ? integer(body, "max_completion_tokens") : OptionalInt.empty();
        if (asked.isEmpty()) {
            asked = integer(body, "max_tokens");
        }
        if (asked.isEmpty()) {
            return chat ? asked : OptionalInt.of(DEFAULT_COMPLETION_TOKENS);
        }
        int tokens = asked.getAsInt();
        if (tokens < 1) {
            throw ApiProblem.badParameter("max_tokens", tokens, "max_tokens must be at least 1, got " + tokens + ".");
        }
        if (tokens > maxModelLen) {
            throw ApiProblem.badParameter(
                    "max_tokens",
                    tokens,
                    "max_tokens=" + tokens + " cannot be greater than max_model_len=" + maxModelLen
                            + ". Please request fewer output tokens.");
        }
        return asked;
    }

    private int fittingTokens(OptionalInt asked, int promptTokens, boolean chat) throws ApiProblem {
        int most = maxModelLen;
        String limit = "This model's maximum context length is " + most + " tokens. However, ";
        if (promptTokens >= most) {
            throw ApiProblem.badParameter(
                    "input_tokens",
                    promptTokens,
                    limit + "your prompt contains " + promptTokens + " input tokens, which exceeds this limit even "
                            + "without any output tokens. Please reduce the length of the input prompt.");
        }
        int tokens = asked.orElse(most - promptTokens);
        if (promptTokens + tokens > most) {
            throw ApiProblem.badParameter(
                    "input_tokens",
                    promptTokens,
                    limit + "you requested " + (promptTokens + tokens) + " tokens (" + promptTokens + " in the "
                            + (chat ? "messages" : "prompt") + ", " + tokens + " in the completion). Please reduce "
                            + "the length of the input prompt or the number of requested output tokens.");
        }
        return tokens;
    }

    private static List<String> stopStrings(JsonNode body) throws ApiProblem {
        JsonNode stop = body.path("stop");
        List<String> strings = new ArrayList<>();
        if (stop.isTextual()) {
            strings.add(stop.textValue());
        } else if (stop.isArray()) {
            stop.forEach(element -> strings.add(element.asText()));
        } else if (!stop.isNull() && !stop.isMissingNode()) {
            throw ApiProblem.badParameter("stop", stop, "stop must be a text or a list of texts.");
        }
        if (strings.contains("")) {
            throw ApiProblem.badParameter("stop", stop, "stop cannot contain an empty string.");
        }
        return strings;
    }

    private static OptionalInt integer(JsonNode body, String field) throws ApiProblem {
        JsonNode node = body.path(field);
        if (node.isNull() || node.isMissingNode()) {
            return OptionalInt.empty();
        }
        if (!node.isInt()) {
            throw ApiProblem.badParameter(field, node, field + " must be a whole number.");
        }
        return OptionalInt.of(node.intValue());
    }

    private static boolean flag(JsonNode body, String field) throws ApiProblem {
        JsonNode node = body.path(field);
        if (node.isNull() || node.isMissingNode()) {
            return false;
        }
        if (!node.isBoolean()) {
            throw ApiProblem.badParameter(field, node, field + " must be true or false.");
        }
        return node.booleanValue();
    }
}
