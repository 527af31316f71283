package org.servedyno.probe.trace;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.GpuProbe;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.stream.GpuTraceHeader;
import org.servedyno.results.store.stream.GpuTraceWriter;

/**
 * Samples on an absolute schedule: look {@code n} is due at {@code start + n * period}, however long the ones before took.
 * A look that comes late says by how much; looks whose time has passed altogether are left out and counted. Runs on the
 * caller's thread.
 */
public final class TraceRecorder {
    private final GpuProbe probe;
    private final TraceSpec spec;
    private final long periodNs;

    private long looks;
    private long missed;
    private long sumLookNs;
    private long maxLookNs;
    private long maxLateNs;

    /** A recorder that reads this probe as the spec says. */
    public TraceRecorder(GpuProbe probe, TraceSpec spec) {
        this.probe = probe;
        this.spec = spec;
        this.periodNs = TimeUnit.MILLISECONDS.toNanos(spec.periodMs());
    }

    /** What ends a recording, and what it waits on between looks. */
    @FunctionalInterface
    public interface Stop {
        /** Waits, and answers true as soon as the recording is to end, false when the time is up. */
        boolean within(Duration time) throws InterruptedException;
    }

    /**
     * Records until told to stop, then writes the end anchor.
     *
     * @param started called once the first samples are in the file
     * @throws IOException if the trace cannot be written
     */
    public RecorderCost record(Stop stop, Runnable started) throws IOException, InterruptedException {
        long cpuBeforeNs = cpuNs();
        GpuInventory inventory = probe.inventory();
        List<GpuSample> first = look(System.nanoTime());
        try (GpuTraceWriter writer = GpuTraceWriter.create(spec.output(), header(inventory, first))) {
            writer.write(first);
            started.run();
            long startNs = System.nanoTime();
            long dueNs = startNs + periodNs;
            while (!stop.within(Duration.ofNanos(Math.max(0, dueNs - System.nanoTime())))) {
                if (System.nanoTime() - dueNs < 0) {
                    continue;
                }
                writer.write(look(dueNs));
                dueNs = next(dueNs);
            }
            writer.end(ClockAnchor.now());
        }
        return new RecorderCost(
                looks, missed, sumLookNs / Math.max(1, looks), maxLookNs, maxLateNs, cpuNs() - cpuBeforeNs);
    }

    /** The next due time that has not passed, counting those that have. */
    private long next(long dueNs) {
        long behindNs = System.nanoTime() - (dueNs + periodNs);
        long skipped = behindNs < 0 ? 0 : behindNs / periodNs;
        missed += skipped;
        return dueNs + (skipped + 1) * periodNs;
    }

    private List<GpuSample> look(long dueNs) {
        long beforeNs = System.nanoTime();
        long lateNs = Math.max(0, beforeNs - dueNs);
        List<GpuSample> samples = probe.sample().stream()
                .filter(sample -> records(sample.gpu()))
                .map(sample -> sample.late(lateNs))
                .toList();
        long tookNs = System.nanoTime() - beforeNs;
        looks++;
        sumLookNs += tookNs;
        maxLookNs = Math.max(maxLookNs, tookNs);
        maxLateNs = Math.max(maxLateNs, lateNs);
        return samples;
    }

    private boolean records(int gpu) {
        return spec.gpus().isEmpty() || spec.gpus().contains(gpu);
    }

    private GpuTraceHeader header(GpuInventory inventory, List<GpuSample> first) {
        return new GpuTraceHeader(
                inventory.simulated(),
                inventory.source(),
                spec.periodMs(),
                inventory.gpus().stream()
                        .filter(gpu -> records(gpu.index()))
                        .map(TraceRecorder::named)
                        .toList(),
                ClockAnchor.now(),
                GpuTraceHeader.absentThroughout(first));
    }

    private static GpuTraceHeader.Gpu named(GpuInfo gpu) {
        return new GpuTraceHeader.Gpu(gpu.index(), gpu.uuid());
    }

    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
