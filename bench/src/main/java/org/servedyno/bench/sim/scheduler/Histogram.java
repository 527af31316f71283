package org.servedyno.bench.sim.scheduler;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/** A Prometheus histogram; one thread observes, any thread reads. */
public final class Histogram {
    private final double[] upperBounds;
    private final LongAdder[] counts;
    private final DoubleAdder sum = new DoubleAdder();

    Histogram(double... upperBounds) {
        this.upperBounds = upperBounds.clone();
        this.counts = new LongAdder[upperBounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    void observe(double value) {
        int bucket = 0;
        while (bucket < upperBounds.length && value > upperBounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(value);
    }

    void observeNs(long durationNs) {
        observe(durationNs / 1e9);
    }

    /** Upper bounds of all buckets but the last, which has none. */
    public double[] upperBounds() {
        return upperBounds.clone();
    }

    /** Observations in each bucket alone, not cumulated; one more entry than there are bounds. */
    public long[] bucketCounts() {
        long[] snapshot = new long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            snapshot[i] = counts[i].sum();
        }
        return snapshot;
    }

    /** Sum of all observations. */
    public double sum() {
        return sum.sum();
    }
}
