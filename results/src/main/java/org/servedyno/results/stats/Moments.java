package org.servedyno.results.stats;

/** Mean and spread, summed in the given order so that the same numbers give the same bits. */
final class Moments {
    private Moments() {}

    static double mean(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values, no mean");
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** The unbiased variance, over n - 1; needs two values. */
    static double variance(double[] values) {
        if (values.length < 2) {
            throw new IllegalArgumentException("a variance needs two values, not " + values.length);
        }
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares / (values.length - 1);
    }

    static double standardDeviation(double[] values) {
        return Math.sqrt(variance(values));
    }
}
