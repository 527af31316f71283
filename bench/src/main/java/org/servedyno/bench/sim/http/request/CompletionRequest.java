package org.servedyno.bench.sim.http.request;

import java.util.List;
import org.servedyno.bench.sim.scheduler.TokenIds;

/**
 * A completion as asked for, checked.
 *
 * @param chat whether it came as a chat
 * @param promptTokens ids of the prompt's tokens, chat template included; at least one
 * @param maxTokens most tokens of output, at least 1
 * @param minTokens fewest, at least 0
 * @param ignoreEos whether the answer always takes {@code maxTokens}
 * @param stop strings that end the answer
 * @param stream whether tokens are wanted one by one
 * @param includeUsage whether a stream ends in an event with the usage
 * @param continuousUsage whether each event carries the usage so far
 */
public record CompletionRequest(
        boolean chat,
        TokenIds promptTokens,
        int maxTokens,
        int minTokens,
        boolean ignoreEos,
        List<String> stop,
        boolean stream,
        boolean includeUsage,
        boolean continuousUsage) {
    public CompletionRequest {
        stop = List.copyOf(stop);
    }
}
