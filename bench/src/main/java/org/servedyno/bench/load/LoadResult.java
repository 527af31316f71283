package org.servedyno.bench.load;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.bench.client.ClientReport;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.RequestRecord;

/**
 * What one pass came to.
 *
 * @param client records and times
 * @param startAnchor both clocks before the first request
 * @param endAnchor both clocks after the last one
 * @param health how this process fared meanwhile
 */
public record LoadResult(ClientReport client, ClockAnchor startAnchor, ClockAnchor endAnchor, ClientHealth health) {
    /** The same with other records. */
    public LoadResult withRecords(List<RequestRecord> records) {
        return new LoadResult(client.withRecords(records), startAnchor, endAnchor, health);
    }

    /** How many requests failed, by cause. */
    public Map<String, Integer> failures() {
        Map<String, Integer> failures = new TreeMap<>();
        for (RequestRecord record : client.records()) {
            if (!record.succeeded()) {
                failures.merge(record.outcome(), 1, Integer::sum);
            }
        }
        return failures;
    }
}
