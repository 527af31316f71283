package org.servedyno.bench.load;

import org.servedyno.results.model.Reading;

/**
 * How the load generator's own process fared during a pass.
 *
 * @param pauseP99Ms 99th percentile of how long it was kept from running, milliseconds
 * @param pauseMaxMs the longest time it was kept from running, milliseconds
 * @param looks how many times it looked, a millisecond apart
 * @param cpuShare processor time used over time passed, 1 for one core fully used
 */
public record ClientHealth(double pauseP99Ms, double pauseMaxMs, long looks, Reading<Double> cpuShare) {}
