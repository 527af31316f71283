package org.servedyno.results.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/** Student's t distribution, in the forms that intervals and tests ask for. */
final class StudentT {
    private StudentT() {}

    /** t(1 - α/2, df) for the confidence 1 - α. */
    static double twoSidedQuantile(double confidence, double degreesOfFreedom) {
        return quantile(1 - (1 - confidence) / 2, degreesOfFreedom);
    }

    static double quantile(double probability, double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(probability);
    }

    /** P(T > t). */
    static double above(double t, double degreesOfFreedom) {
        return TDistribution.of(degreesOfFreedom).survivalProbability(t);
    }
}
