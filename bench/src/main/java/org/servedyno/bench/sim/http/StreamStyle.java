package org.servedyno.bench.sim.http;

/**
 * How an engine cuts its streams.
 *
 * @param separateFinishEvent whether a chat's finish reason comes in an event of its own
 * @param intervalTokens tokens an event carries after the first one, at least 1
 * @param coalesceWrites whether events that are ready together may share a write
 */
public record StreamStyle(boolean separateFinishEvent, int intervalTokens, boolean coalesceWrites) {}
