package org.servedyno.probe.trace;

import org.HdrHistogram.Histogram;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.RecorderCost;

/** Keeps account of what recording takes. Used by one thread. */
final class CostMeter {
    private static final int SIGNIFICANT_DIGITS = 2;

    private final Histogram lateNs = new Histogram(SIGNIFICANT_DIGITS);
    private long looks;
    private long samples;
    private long missed;
    private long sumLookNs;
    private long maxLookNs;
    private long maxLateNs;
    private Reading<Long> startCpuNs = Reading.absent("recording has not begun");
    private long startNs;

    /** The schedule begins. */
    void begin() {
        startCpuNs = cpuNs();
        startNs = System.nanoTime();
    }

    void look(long tookNs, long lookLateNs, int gpus) {
        looks++;
        samples += gpus;
        sumLookNs += tookNs;
        maxLookNs = Math.max(maxLookNs, tookNs);
        maxLateNs = Math.max(maxLateNs, lookLateNs);
        lateNs.recordValue(lookLateNs);
    }

    void missed(long due) {
        missed += due;
    }

    RecorderCost cost() {
        long elapsedNs = System.nanoTime() - startNs;
        return new RecorderCost(
                looks,
                samples,
                missed,
                sumLookNs / Math.max(1, looks),
                maxLookNs,
                percentileNs(50),
                percentileNs(99),
                maxLateNs,
                startCpuNs,
                cpuSinceStartNs(),
                elapsedNs);
    }

    /** Buckets are named by their upper end, which may lie above the greatest value in them. */
    private long percentileNs(double percent) {
        return Math.min(maxLateNs, lateNs.getValueAtPercentile(percent));
    }

    private Reading<Long> cpuSinceStartNs() {
        Reading<Long> now = cpuNs();
        return now.toOptional()
                .flatMap(end -> startCpuNs.toOptional().map(start -> Reading.of(end - start)))
                .orElse(now);
    }

    private static Reading<Long> cpuNs() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(duration -> Reading.of(duration.toNanos()))
                .orElseGet(() -> Reading.absent("this system does not tell a process's CPU time"));
    }
}
