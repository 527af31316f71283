package org.servedyno.bench.client;

import java.util.List;
import java.util.Map;
import org.servedyno.results.model.RequestRecord;

/**
 * What became of a job.
 *
 * @param records one for each request that was begun, in the order begun
 * @param startNs when the clock started, after the first connections stood
 * @param endNs when the last request had ended
 * @param inFlightPeak most requests that were under way at a time
 * @param serverWords for each cause of failure the first words that the server gave for it
 * @param stopped whether it was stopped before its end
 */
public record ClientReport(
        List<RequestRecord> records,
        long startNs,
        long endNs,
        int inFlightPeak,
        Map<String, String> serverWords,
        boolean stopped) {
    public ClientReport {
        records = List.copyOf(records);
        serverWords = Map.copyOf(serverWords);
    }
}
