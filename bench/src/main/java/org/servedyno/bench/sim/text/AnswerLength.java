package org.servedyno.bench.sim.text;

import java.util.Random;

/**
 * Where a model would end its answer by itself. Lengths are drawn from a log-normal distribution; like a model at temperature 0, the same
 * request always gets the same one, on every start, so that two forks do the same work.
 */
public final class AnswerLength {
    /** An assumption: most requests of a benchmark run into their token limit before. */
    private static final double MEDIAN_TOKENS = 700;

    private static final double SIGMA = 0.9;

    private AnswerLength() {}

    /** Tokens of the answer to the request with this seed, at least 1. */
    public static int naturalTokens(long requestSeed) {
        double gaussian = new Random(requestSeed * 0x9E3779B97F4A7C15L).nextGaussian();
        return (int) Math.max(1, Math.min(1 << 24, Math.round(MEDIAN_TOKENS * Math.exp(SIGMA * gaussian))));
    }
}
