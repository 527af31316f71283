package org.servedyno.results.stats;

/**
 * How a candidate compares with a baseline: the mean logarithm of the ratio of their trials, with its error.
 *
 * @param mean mean of ln(candidate / baseline)
 * @param standardError of the mean
 * @param degreesOfFreedom n - 1 for pairs, Welch's otherwise
 * @param n pairs, or the trials of the smaller side
 * @param paired whether trials of the same block were set against each other
 */
public record LogRatio(double mean, double standardError, double degreesOfFreedom, int n, boolean paired) {
    private static final double POWER = 0.8;
    private static final double CONFIDENCE = 0.95;

    /**
     * An interval of the ratio.
     *
     * @param low lower end
     * @param high upper end
     */
    public record Interval(double low, double high) {
        /** Whether the interval excludes {@code ratio}. */
        public boolean excludes(double ratio) {
            return ratio < low || ratio > high;
        }

        /** Whether the interval lies inside that of {@code margin}: (1 / (1 + m), 1 + m). */
        public boolean insideMargin(double margin) {
            return low > 1 / (1 + margin) && high < 1 + margin;
        }
    }

    /**
     * The contrast of trials that share a block: d = ln(candidate / baseline) in each block, mean d, standard error s / √n.
     *
     * @param candidate one positive value a block, at least two
     * @param baseline the baseline's values of the same blocks
     */
    public static LogRatio paired(double[] candidate, double[] baseline) {
        if (candidate.length != baseline.length) {
            throw new IllegalArgumentException(
                    candidate.length + " against " + baseline.length + " trials are no pairs");
        }
        double[] candidateLogs = logs(candidate);
        double[] baselineLogs = logs(baseline);
        double[] differences = new double[candidate.length];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = candidateLogs[i] - baselineLogs[i];
        }
        return new LogRatio(
                Moments.mean(differences),
                Math.sqrt(Moments.variance(differences) / differences.length),
                differences.length - 1,
                differences.length,
                true);
    }

    /**
     * The contrast of trials that share no blocks: the difference of the mean logarithms, with Welch's degrees of freedom.
     *
     * @param candidate positive values, at least two
     * @param baseline positive values, at least two
     */
    public static LogRatio unpaired(double[] candidate, double[] baseline) {
        double[] candidateLogs = logs(candidate);
        double[] baselineLogs = logs(baseline);
        double candidateShare = Moments.variance(candidateLogs) / candidate.length;
        double baselineShare = Moments.variance(baselineLogs) / baseline.length;
        double squaredError = candidateShare + baselineShare;
        double welch = squaredError
                * squaredError
                / (candidateShare * candidateShare / (candidate.length - 1)
                        + baselineShare * baselineShare / (baseline.length - 1));
        return new LogRatio(
                Moments.mean(candidateLogs) - Moments.mean(baselineLogs),
                Math.sqrt(squaredError),
                squaredError > 0 ? welch : candidate.length + baseline.length - 2,
                Math.min(candidate.length, baseline.length),
                false);
    }

    private static double[] logs(double[] values) {
        double[] logs = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] > 0) || Double.isInfinite(values[i])) {
                throw new IllegalArgumentException("only positive values have a ratio, not " + values[i]);
            }
            logs[i] = Math.log(values[i]);
        }
        return logs;
    }

    /** Candidate over baseline. */
    public double ratio() {
        return Math.exp(mean);
    }

    /** The ratio's t interval, for example of confidence 0.95. */
    public Interval interval(double confidence) {
        double half = StudentT.twoSidedQuantile(confidence, degreesOfFreedom) * standardError;
        return new Interval(Math.exp(mean - half), Math.exp(mean + half));
    }

    /** Two-sided p of "the ratio is 1". */
    public double differenceP() {
        if (standardError == 0) {
            return mean == 0 ? 1 : 0;
        }
        return 2 * StudentT.above(Math.abs(mean) / standardError, degreesOfFreedom);
    }

    /**
     * p of "the ratio lies outside the margin", by two one-sided tests: max of P(T ≥ (d + θ) / se) and P(T ≤ (d - θ) / se), θ = ln(1 +
     * m).
     */
    public double equivalenceP(double margin) {
        double theta = Math.log1p(margin);
        if (standardError == 0) {
            return Math.abs(mean) < theta ? 0 : 1;
        }
        double fromBelow = StudentT.above((mean + theta) / standardError, degreesOfFreedom);
        double fromAbove = StudentT.above((theta - mean) / standardError, degreesOfFreedom);
        return Math.max(fromBelow, fromAbove);
    }

    /**
     * The smallest true change that trials like these would have shown with power 0.8 at the 5 % level, as a ratio: 0.01 is 1 %. By
     * (t(0.975) + t(0.8)) · se, within 1 % of the exact value from 6 trials on.
     */
    public double minimumDetectableRatio() {
        double steps =
                StudentT.twoSidedQuantile(CONFIDENCE, degreesOfFreedom) + StudentT.quantile(POWER, degreesOfFreedom);
        return Math.expm1(steps * standardError);
    }
}
