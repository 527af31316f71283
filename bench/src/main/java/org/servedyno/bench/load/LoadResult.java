package org.servedyno.bench.load;

import org.servedyno.bench.client.ClientReport;
import org.servedyno.results.model.ClockAnchor;

/**
 * What one pass came to.
 *
 * @param client records and times
 * @param startAnchor both clocks before the first request
 * @param endAnchor both clocks after the last one
 * @param health how this process fared meanwhile
 */
public record LoadResult(ClientReport client, ClockAnchor startAnchor, ClockAnchor endAnchor, ClientHealth health) {}
