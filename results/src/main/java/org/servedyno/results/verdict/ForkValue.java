package org.servedyno.results.verdict;

/**
 * What one trial measured of one metric: the mean over its measured passes.
 *
 * @param trialId the trial
 * @param block its block, from 1
 * @param value in the metric's unit
 * @param suspect whether a gate called the trial SUSPECT
 */
public record ForkValue(String trialId, int block, double value, boolean suspect) {}
