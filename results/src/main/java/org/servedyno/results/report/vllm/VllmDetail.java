package org.servedyno.results.report.vllm;

import java.util.List;

/**
 * One request in the detailed lists of vLLM's result file ({@code --save-detailed}); failed requests are in them too.
 *
 * @param inputTokens prompt tokens
 * @param outputTokens generated tokens, 0 when it failed
 * @param ttftSeconds time to first token, 0 when there was none
 * @param itlSeconds gaps between its events
 * @param generatedText the text
 * @param error empty when it succeeded
 */
public record VllmDetail(
        int inputTokens,
        int outputTokens,
        double ttftSeconds,
        List<Double> itlSeconds,
        String generatedText,
        String error) {
    public VllmDetail {
        itlSeconds = List.copyOf(itlSeconds);
    }
}
