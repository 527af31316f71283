package org.servedyno.results.metric.trace;

/**
 * How long something held the clocks down.
 *
 * @param reason NVML's clock event reason, for example {@code SwPowerCap}
 * @param percent share of the samples in which it was at work
 */
public record ThrottleShare(String reason, double percent) {}
