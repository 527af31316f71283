package org.servedyno.bench.client;

import java.util.List;
import java.util.Map;
import org.servedyno.results.model.RequestRecord;

/**
 * What became of a job.
 *
 * @param records one for each request that was begun, in the order they ended
 * @param startNs when the clock started, after the first connections stood
 * @param endNs when the last request had ended
 * @param inFlightPeak most requests that were under way at a time
 * @param sentAgain how many requests were sent a second time, on a fresh connection, since the kept-alive one they were first sent on
 *     was closed by the server before a byte of an answer
 * @param serverWords for each cause of failure the first words that the server gave for it
 * @param stopped whether it was stopped before its end, by the caller or by the limit of the pass
 */
public record ClientReport(
        List<RequestRecord> records,
        long startNs,
        long endNs,
        int inFlightPeak,
        int sentAgain,
        Map<String, String> serverWords,
        boolean stopped) {
    /** The same with other records. */
    public ClientReport withRecords(List<RequestRecord> others) {
        return new ClientReport(others, startNs, endNs, inFlightPeak, sentAgain, serverWords, stopped);
    }

    public ClientReport {
        records = List.copyOf(records);
        serverWords = Map.copyOf(serverWords);
    }
}
