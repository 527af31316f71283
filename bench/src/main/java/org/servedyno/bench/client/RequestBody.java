package org.servedyno.bench.client;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.model.Workload;

/**
 * Bodies of requests, key by key in the order and the spelling of {@code vllm bench serve} v0.11.0, so that a server sees the same
 * bytes from both.
 *
 * @param model the model's name as the server knows it
 * @param endpoint the API
 * @param ignoreEos whether to generate past the end-of-sequence token
 * @param sampling further sampling parameters by their JSON name, values as JSON
 */
public record RequestBody(String model, Workload.Endpoint endpoint, boolean ignoreEos, Map<String, String> sampling) {
    public RequestBody {
        sampling = Map.copyOf(sampling);
    }

    /** The body for one prompt, UTF-8. */
    public byte[] bytes(String prompt, int maxTokens) {
        StringBuilder json = new StringBuilder(prompt.length() + 256);
        json.append("{\"model\": ").append(quoted(model));
        if (endpoint == Workload.Endpoint.CHAT) {
            json.append(", \"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": ")
                    .append(quoted(prompt))
                    .append("}]}]");
        } else {
            json.append(", \"prompt\": ").append(quoted(prompt));
        }
        json.append(", \"temperature\": ").append(sampling.getOrDefault("temperature", "0.0"));
        if (endpoint == Workload.Endpoint.CHAT) {
            json.append(", \"max_completion_tokens\": ").append(maxTokens);
        } else {
            json.append(", \"repetition_penalty\": 1.0, \"max_tokens\": ")
                    .append(maxTokens)
                    .append(", \"logprobs\": null");
        }
        json.append(", \"stream\": true, \"stream_options\": {\"include_usage\": true}");
        if (ignoreEos) {
            json.append(", \"ignore_eos\": true");
        }
        new TreeMap<>(sampling).forEach((name, value) -> {
            if (!name.equals("temperature")) {
                json.append(", ").append(quoted(name)).append(": ").append(value);
            }
        });
        return json.append('}').toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** A JSON string in ASCII, as Python's {@code json.dumps} writes it. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < ' ' || c > '~') {
                        out.append("\\u");
                        for (int shift = 12; shift >= 0; shift -= 4) {
                            out.append(Character.forDigit(c >> shift & 0xf, 16));
                        }
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }
}
