package org.servedyno.probe.trace;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.GpuProbe;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.store.stream.GpuTraceEnd;
import org.servedyno.results.store.stream.GpuTraceHeader;
import org.servedyno.results.store.stream.GpuTraceWriter;

/**
 * Samples on an absolute schedule: look {@code n} is due at {@code start + n * period}, however long the ones before took.
 * A look that comes late says by how much; looks whose time has passed altogether are left out and counted. What a look reads is the
 * hot set; who is on the GPUs, which costs the driver a thousand times as much, is read every {@link #OCCUPANTS_EVERY}. Runs on the
 * caller's thread, once.
 */
public final class TraceRecorder {
    /** Each reading of the process lists holds the driver's global lock for milliseconds a GPU. */
    public static final Duration OCCUPANTS_EVERY = Duration.ofSeconds(10);

    /** Enough for the JVM's first compiler, which compiles what has run some hundred times. */
    private static final int WARM_UP_LOOKS = 50;

    private final GpuProbe probe;
    private final TraceSpec spec;
    private final long occupantsEveryNs;
    private final long periodNs;
    private final CostMeter cost = new CostMeter();
    private final CounterWatch counters = new CounterWatch();

    /** A recorder that reads this probe as the spec says. */
    public TraceRecorder(GpuProbe probe, TraceSpec spec) {
        this(probe, spec, OCCUPANTS_EVERY);
    }

    TraceRecorder(GpuProbe probe, TraceSpec spec, Duration occupantsEvery) {
        this.probe = probe;
        this.spec = spec;
        this.occupantsEveryNs = occupantsEvery.toNanos();
        this.periodNs = TimeUnit.MILLISECONDS.toNanos(spec.periodMs());
    }

    /** What ends a recording, and what it waits on between looks. */
    @FunctionalInterface
    public interface Stop {
        /** Waits, and answers true as soon as the recording is to end, false when the time is up. */
        boolean within(Duration time) throws InterruptedException;
    }

    /** Hears how a recording goes, on its thread; what it does makes the next look late. */
    @FunctionalInterface
    public interface Listener {
        /** The first samples are in the file. */
        void started();

        /** A look at all GPUs was written; the first one before {@link #started}. */
        default void looked(GpuTraceHeader header, List<GpuSample> samples) {}
    }

    /**
     * Looks and writes to nowhere for a moment, to have the code compiled that recording runs: the first seconds would take twice as much
     * of a core otherwise, just when what is watched begins.
     */
    public void warmUp() throws IOException {
        GpuTraceHeader header = new GpuTraceHeader(
                false, "nowhere", Reading.absent("nowhere"), spec.periodMs(), List.of(), ClockAnchor.now(), Map.of());
        try (GpuTraceWriter nowhere = GpuTraceWriter.nowhere(header)) {
            for (int i = 0; i < WARM_UP_LOOKS; i++) {
                nowhere.write(probe.sample());
            }
        }
    }

    /**
     * Records until told to stop, then writes the last line.
     *
     * @throws IOException if the trace cannot be written, or a GPU that is to be recorded is not there
     */
    public RecorderCost record(Stop stop, Listener listener) throws IOException, InterruptedException {
        GpuInventory inventory = probe.inventory();
        refuseUnknown(inventory);
        List<GpuEvent> before = recorded(probe.events());
        ClockAnchor anchor = ClockAnchor.now();
        List<GpuSample> first = look(System.nanoTime());
        GpuTraceHeader header = header(inventory, anchor, first);
        try (GpuTraceWriter writer = GpuTraceWriter.create(spec.output(), header)) {
            writer.occupants(occupants(inventory));
            writer.write(first);
            writer.events(before);
            writer.flush();
            listener.looked(header, first);
            listener.started();
            cost.begin();
            keepLooking(writer, stop, samples -> listener.looked(header, samples));
            writer.events(recorded(probe.events()));
            RecorderCost total = cost.cost();
            writer.end(new GpuTraceEnd(ClockAnchor.now(), total));
            return total;
        }
    }

    private void refuseUnknown(GpuInventory inventory) throws IOException {
        List<Integer> here = inventory.gpus().stream().map(GpuInfo::index).toList();
        List<Integer> missing =
                spec.gpus().stream().filter(index -> !here.contains(index)).toList();
        if (!missing.isEmpty()) {
            throw new IOException("there is no GPU " + missing + " here; there are " + here);
        }
    }

    /** What becomes of each look after it is written. */
    private interface Looked {
        void take(List<GpuSample> samples);
    }

    private void keepLooking(GpuTraceWriter writer, Stop stop, Looked looked) throws IOException, InterruptedException {
        long dueNs = System.nanoTime() + periodNs;
        long occupantsDueNs = System.nanoTime() + occupantsEveryNs;
        while (!stop.within(Duration.ofNanos(Math.max(0, dueNs - System.nanoTime())))) {
            if (System.nanoTime() - dueNs < 0) {
                continue;
            }
            List<GpuSample> samples = look(dueNs);
            writer.write(samples);
            writer.events(eventsOf(samples));
            looked.take(samples);
            if (System.nanoTime() - occupantsDueNs >= 0) {
                writer.occupants(recordedOccupants(probe.occupants()));
                occupantsDueNs = System.nanoTime() + occupantsEveryNs;
            }
            dueNs = next(dueNs);
        }
    }

    /** The next due time that has not passed, counting those that have. */
    private long next(long dueNs) {
        long behindNs = System.nanoTime() - (dueNs + periodNs);
        long skipped = behindNs < 0 ? 0 : behindNs / periodNs;
        cost.missed(skipped);
        return dueNs + (skipped + 1) * periodNs;
    }

    private List<GpuSample> look(long dueNs) {
        long beforeNs = System.nanoTime();
        long lateNs = Math.max(0, beforeNs - dueNs);
        List<GpuSample> samples = probe.sample().stream()
                .filter(sample -> records(sample.gpu()))
                .map(sample -> sample.late(lateNs))
                .toList();
        cost.look(System.nanoTime() - beforeNs, lateNs, samples.size());
        return samples;
    }

    private List<GpuEvent> eventsOf(List<GpuSample> samples) {
        List<GpuEvent> events = new ArrayList<>(recorded(probe.events()));
        events.addAll(counters.resets(samples));
        return events;
    }

    private List<GpuEvent> recorded(List<GpuEvent> events) {
        return events.stream()
                .filter(event -> event.gpu().isEmpty() || records(event.gpu().getAsInt()))
                .toList();
    }

    private List<GpuOccupants> recordedOccupants(List<GpuOccupants> occupants) {
        return occupants.stream().filter(some -> records(some.gpu())).toList();
    }

    /** The inventory has read the process lists a moment ago. */
    private List<GpuOccupants> occupants(GpuInventory inventory) {
        long readNs = inventory.readAt().monotonicNs();
        return recordedOccupants(inventory.gpus().stream()
                .map(gpu -> new GpuOccupants(readNs, gpu.index(), gpu.processes()))
                .toList());
    }

    private boolean records(int gpu) {
        return spec.gpus().isEmpty() || spec.gpus().contains(gpu);
    }

    private GpuTraceHeader header(GpuInventory inventory, ClockAnchor anchor, List<GpuSample> first) {
        return new GpuTraceHeader(
                inventory.simulated(),
                inventory.source(),
                inventory.driverVersion(),
                spec.periodMs(),
                inventory.gpus().stream()
                        .filter(gpu -> records(gpu.index()))
                        .map(TraceRecorder::named)
                        .toList(),
                anchor,
                GpuTraceHeader.absentThroughout(first));
    }

    private static GpuTraceHeader.Gpu named(GpuInfo gpu) {
        return new GpuTraceHeader.Gpu(
                gpu.index(), gpu.uuid(), gpu.identity().name(), gpu.modes().persistence());
    }
}
