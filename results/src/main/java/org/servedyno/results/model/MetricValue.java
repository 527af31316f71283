package org.servedyno.results.model;

/**
 * One metric of one pass or trial.
 *
 * @param value the value in {@code unit}, or why there is none
 * @param unit for example {@code ms}, {@code tok/s}
 * @param n how many observations it rests on
 */
public record MetricValue(Reading<Double> value, String unit, long n) {
    /** A value that exists; it must be finite. */
    public static MetricValue of(double value, String unit, long n) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a metric's value is finite or absent, not " + value);
        }
        return new MetricValue(Reading.of(value), unit, n);
    }
}
