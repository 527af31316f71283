package org.servedyno.results.metric.trace;

/**
 * The values of one quantity over a recording.
 *
 * @param mean their arithmetic mean; samples are evenly spaced, so this is the mean over time
 * @param min the least
 * @param max the greatest
 * @param n how many
 */
public record Spread(double mean, double min, double max, long n) {}
