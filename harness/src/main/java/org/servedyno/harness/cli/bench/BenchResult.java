package org.servedyno.harness.cli.bench;

import java.util.Map;
import java.util.TreeMap;
import org.servedyno.bench.load.LoadResult;
import org.servedyno.bench.workload.RequestSet;
import org.servedyno.results.metric.PassMetrics;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.RequestRecord;

/**
 * What one pass of {@code bench} came to.
 *
 * @param load records, clocks, the client's own health
 * @param set what was sent
 * @param openLoop whether requests were sent by a schedule
 * @param simulated whether the server is ServeDyno's simulated engine
 */
record BenchResult(LoadResult load, RequestSet set, boolean openLoop, boolean simulated) {
    Map<String, MetricValue> metrics() {
        Map<String, MetricValue> metrics = new TreeMap<>(PassMetrics.of(
                load.client().records(), load.client().startNs(), load.client().endNs(), openLoop));
        metrics.putAll(load.health().metrics());
        return metrics;
    }

    int failed() {
        return (int) load.client().records().stream()
                .filter(record -> !record.succeeded())
                .count();
    }

    /** Share of the requests sent that failed, in percent; 100 when none was sent. */
    double failedPercent() {
        int sent = load.client().records().size();
        return sent == 0 ? 100 : 100.0 * failed() / sent;
    }

    long servedPromptTokens() {
        return load.client().records().stream()
                .filter(RequestRecord::succeeded)
                .mapToLong(RequestRecord::promptTokens)
                .sum();
    }

    /** Successful requests whose output tokens were counted by {@code tokenSource}. */
    long countedBy(String tokenSource) {
        return load.client().records().stream()
                .filter(record -> record.succeeded() && record.tokenSource().equals(tokenSource))
                .count();
    }
}
