package org.servedyno.probe.jmh;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * A secondary result whose score over iterations is the mean of those that have it. JMH's own scalar counts an iteration without
 * the result as 0, which no GPU figure may be.
 */
public final class GpuResult extends Result<GpuResult> {
    private static final long serialVersionUID = 1;

    private GpuResult(String label, Statistics statistics, String unit) {
        super(ResultRole.SECONDARY, label, statistics, unit, AggregationPolicy.AVG);
    }

    /** The value of one iteration. */
    static GpuResult of(String label, double value, String unit) {
        return new GpuResult(label, of(value), unit);
    }

    @Override
    protected Aggregator<GpuResult> getThreadAggregator() {
        return GpuResult::mean;
    }

    @Override
    protected Aggregator<GpuResult> getIterationAggregator() {
        return GpuResult::mean;
    }

    /** None: an iteration without this result is left out. */
    @Override
    protected @Nullable GpuResult getZeroResult() {
        return null;
    }

    private static GpuResult mean(Collection<GpuResult> results) {
        ListStatistics statistics = new ListStatistics();
        results.forEach(result -> statistics.addValue(result.getScore()));
        GpuResult first = results.iterator().next();
        return new GpuResult(first.getLabel(), statistics, first.getScoreUnit());
    }
}
