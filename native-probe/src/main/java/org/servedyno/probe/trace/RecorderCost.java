package org.servedyno.probe.trace;

/**
 * What recording took.
 *
 * @param looks how many times all GPUs were read
 * @param missed looks that were due and left out because the one before was too late
 * @param meanLookNs mean time of a look
 * @param maxLookNs longest time of a look
 * @param maxLateNs longest lateness against the schedule
 * @param cpuNs CPU time of the recording thread
 */
public record RecorderCost(long looks, long missed, long meanLookNs, long maxLookNs, long maxLateNs, long cpuNs) {}
