package org.servedyno.bench.sim.text;

import java.util.List;
import org.servedyno.bench.sim.scheduler.Answer;
import org.servedyno.bench.sim.scheduler.FinishReason;

/** Decides how long an answer gets and why it ends there. */
public final class AnswerPlan {
    private AnswerPlan() {}

    /**
     * The answer to one request: as long as the limit, unless its natural end or a stop string comes before.
     *
     * @param text what it says
     * @param seed of the request
     * @param maxTokens limit, at least 1
     * @param minTokens no natural end and no stop string ends it before so many tokens
     * @param ignoreEos no natural end
     * @param stop strings that end it as soon as the text contains them
     */
    public static Answer of(
            AnswerText text, long seed, int maxTokens, int minTokens, boolean ignoreEos, List<String> stop) {
        int natural = ignoreEos ? Integer.MAX_VALUE : Math.max(AnswerLength.naturalTokens(seed), minTokens);
        int length = Math.min(maxTokens, natural);
        int stopped = stop.isEmpty() ? length : tokensUntilStop(text, length, minTokens, stop);
        boolean byItself = stopped < length || natural <= maxTokens;
        return new Answer(stopped, byItself ? FinishReason.STOP : FinishReason.LENGTH, text::tokenId);
    }

    private static int tokensUntilStop(AnswerText text, int length, int minTokens, List<String> stop) {
        int longest = stop.stream().mapToInt(String::length).max().orElse(0);
        StringBuilder tail = new StringBuilder();
        for (int token = 0; token < length; token++) {
            String word = text.word(token);
            tail.append(word);
            if (token + 1 >= Math.max(1, minTokens) && stop.stream().anyMatch(s -> tail.indexOf(s) >= 0)) {
                return token + 1;
            }
            tail.delete(0, Math.max(0, tail.length() - longest));
        }
        return length;
    }
}
