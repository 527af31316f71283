package org.servedyno.bench.sim.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.servedyno.bench.sim.http.request.ApiProblem;
import org.servedyno.bench.sim.http.request.CompletionRequest;
import org.servedyno.bench.sim.scheduler.FinishReason;

/**
 * The JSON of one request's answer, in the key order of vLLM's. The parts that don't change from token to token are made once.
 *
 * @param chat which of the two APIs
 * @param head what every object of this answer begins with: id, kind, time and model, without the closing brace
 * @param promptTokens for the usage
 */
record AnswerJson(boolean chat, String head, int promptTokens) {
    static final String FINGERPRINT = "\"system_fingerprint\":\"servedyno-engine-sim-SIMULATED\"";

    private static final ObjectMapper JSON = new ObjectMapper();

    static AnswerJson of(CompletionRequest request, String requestId, long createdSeconds, String model) {
        String kind = request.chat() ? "chat.completion" : "text_completion";
        String streamed = request.chat() && request.stream() ? ".chunk" : "";
        String id = (request.chat() ? "chatcmpl-" : "cmpl-") + requestId;
        String head = "{\"id\":" + quote(id) + ",\"object\":\"" + kind + streamed + "\",\"created\":" + createdSeconds
                + ",\"model\":" + quote(model) + ",\"choices\":[";
        return new AnswerJson(request.chat(), head, request.promptTokens().count());
    }

    /** What stands before the text in an event. */
    String beforeText() {
        return head + (chat ? "{\"index\":0,\"delta\":{\"content\":\"" : "{\"index\":0,\"text\":\"");
    }

    /** What stands after the text in an event; the event's own closing brace and the usage come after it. */
    String afterText(Optional<FinishReason> finished) {
        String reason = finished.map(f -> quote(f.label())).orElse("null");
        if (chat) {
            return "\"},\"logprobs\":null,\"finish_reason\":" + reason
                    + (finished.isPresent() ? ",\"stop_reason\":null" : "") + ",\"token_ids\":null}]";
        }
        return "\",\"logprobs\":null,\"finish_reason\":" + reason
                + ",\"stop_reason\":null,\"prompt_token_ids\":null,\"token_ids\":null}]";
    }

    /** The event before the first token of a chat. */
    String roleEvent() {
        return head + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,"
                + "\"finish_reason\":null}],\"prompt_token_ids\":null,\"prompt_text\":null";
    }

    /** The event after the last token of a chat, for engines that send the finish reason by itself. */
    String finishEvent(FinishReason reason) {
        return head + "{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":" + quote(reason.label())
                + ",\"stop_reason\":null}]";
    }

    /** The event with nothing but the usage. */
    String usageEvent(int outputTokens) {
        return head + "]" + usage(outputTokens) + "," + FINGERPRINT;
    }

    /** The usage, to be put into an object that has other keys before it. */
    String usage(int outputTokens) {
        return ",\"usage\":{\"prompt_tokens\":" + promptTokens + ",\"total_tokens\":" + (promptTokens + outputTokens)
                + ",\"completion_tokens\":" + outputTokens + "}";
    }

    /** The whole answer in one object. */
    String whole(String text, FinishReason reason, int outputTokens, boolean withUsage) {
        String finish = "\"logprobs\":null,\"finish_reason\":" + quote(reason.label())
                + ",\"stop_reason\":null,\"token_ids\":null}]";
        String choice = chat
                ? "{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":" + quote(text)
                        + ",\"refusal\":null,\"function_call\":null,\"reasoning\":null},"
                : "{\"index\":0,\"text\":" + quote(text) + ",";
        return head + choice + finish + "," + FINGERPRINT + (withUsage ? usage(outputTokens) : "") + "}";
    }

    static String error(ApiProblem problem) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("message", problem.getMessage());
        error.put("type", problem.type());
        error.put("param", problem.parameter().orElse(null));
        error.put("code", problem.status().code());
        return JsonNodeFactory.instance.objectNode().set("error", error).toString();
    }

    static String quote(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a text that has no JSON form", e);
        }
    }
}
