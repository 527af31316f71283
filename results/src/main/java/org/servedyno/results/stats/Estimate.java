package org.servedyno.results.stats;

import org.servedyno.results.model.Reading;

/**
 * A mean over trials with its t interval. The trial is the unit of replication; passes within one never are.
 *
 * @param value the mean, in {@code unit}
 * @param low lower end of the interval; absent for a single trial
 * @param high upper end of the interval; absent for a single trial
 * @param confidence of the interval, for example 0.95
 * @param n how many trials
 * @param unit of value, low and high
 */
public record Estimate(double value, Reading<Double> low, Reading<Double> high, double confidence, int n, String unit) {
    private static final String SINGLE = "a single trial has no interval";

    /**
     * The mean of {@code trials} and its interval, mean ± t(1 - α/2, n - 1) · s / √n.
     *
     * @param trials one value a trial, at least one
     */
    public static Estimate of(double[] trials, double confidence, String unit) {
        double mean = Moments.mean(trials);
        if (trials.length < 2) {
            return new Estimate(mean, Reading.absent(SINGLE), Reading.absent(SINGLE), confidence, 1, unit);
        }
        double half = StudentT.twoSidedQuantile(confidence, trials.length - 1)
                * Moments.standardDeviation(trials)
                / Math.sqrt(trials.length);
        return new Estimate(mean, Reading.of(mean - half), Reading.of(mean + half), confidence, trials.length, unit);
    }
}
