package org.servedyno.bench.sim.scheduler;

import java.util.function.IntUnaryOperator;

/**
 * What a sequence will say: decided when it arrives, so that it depends on the request alone and not on the batch it runs in.
 *
 * @param tokens output tokens, at least 1
 * @param reason why it ends after them
 * @param tokenIds id of each output token by index
 */
public record Answer(int tokens, FinishReason reason, IntUnaryOperator tokenIds) {
    public Answer {
        if (tokens < 1) {
            throw new IllegalArgumentException("an answer has at least one token, not " + tokens);
        }
    }
}
