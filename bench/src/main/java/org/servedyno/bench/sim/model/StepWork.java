package org.servedyno.bench.sim.model;

/**
 * The work of one step, summed over the sequences in it.
 *
 * @param tokens tokens that go through the linear layers
 * @param sequences sequences in the step
 * @param sampled sequences that get a token at its end: their last hidden state goes through the output layer
 * @param attentionPairs (query, key) pairs of causal attention: for n new tokens after c earlier ones, n x c + n (n + 1) / 2
 * @param kvTokensRead tokens whose keys and values are read: c + n for each sequence
 */
public record StepWork(int tokens, int sequences, int sampled, long attentionPairs, long kvTokensRead) {
    public static final StepWork NONE = new StepWork(0, 0, 0, 0, 0);

    /** This work and one more sequence's: {@code newTokens} after {@code earlierTokens}; {@code samples} when its prompt is complete with them. */
    public StepWork plus(int newTokens, int earlierTokens, boolean samples) {
        long pairs = (long) newTokens * earlierTokens + (long) newTokens * (newTokens + 1) / 2;
        return new StepWork(
                tokens + newTokens,
                sequences + 1,
                sampled + (samples ? 1 : 0),
                attentionPairs + pairs,
                kvTokensRead + earlierTokens + newTokens);
    }

    public boolean isEmpty() {
        return sequences == 0;
    }
}
