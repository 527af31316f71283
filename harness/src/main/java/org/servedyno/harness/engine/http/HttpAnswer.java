package org.servedyno.harness.engine.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * What a server answered.
 *
 * @param status the HTTP status
 * @param server the {@code server} header, empty without one
 * @param body the body as text, cut at a bound
 */
public record HttpAnswer(int status, String server, String body) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LONGEST_QUOTE_CHARS = 300;

    public boolean success() {
        return status >= 200 && status < 300;
    }

    /** The body as JSON; a missing node when it is none. */
    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** For messages: the status and what the server says of it, {@code HTTP 404: The model `x` does not exist.}. */
    public String words() {
        JsonNode json = json();
        String said = json.at("/error/message")
                .asText(json.path("message").asText(json.path("detail").asText("")));
        String text = (said.isEmpty() ? body : said).strip().replaceAll("\\s+", " ");
        String cut = text.length() > LONGEST_QUOTE_CHARS ? text.substring(0, LONGEST_QUOTE_CHARS) + "..." : text;
        return "HTTP " + status + (cut.isEmpty() ? "" : ": " + cut);
    }
}
