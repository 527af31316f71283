package org.servedyno.probe.nvml.watch;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.Reading;

/**
 * SM, tensor and DRAM activity of one GPU through GPM, over windows of at least {@link #WINDOW_NS}. What a window gave holds until the
 * next one closes. GPM is sampled on one GPU at a time, under one lock for all: drivers have crashed otherwise. Used by the GPU's
 * worker.
 */
final class ActivityCounters {
    /** Hopper's counters mean nothing below 100 ms; a second costs little and smooths what a scheduler step does. */
    static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long LOCK_LIMIT_MS = 50;

    /** {@code nvmlGpmSupport_t} and {@code nvmlGpmMetricsGet_t}, whose version stayed 1 while it grew; this is its largest size. */
    private static final int VERSION = 1;

    private static final int SUPPORT_BYTES = 8;
    private static final int METRICS_BYTES = 13344;
    private static final int COUNT_AT = 4;
    private static final int EARLIER_AT = 8;
    private static final int LATER_AT = 16;
    private static final int ENTRIES_AT = 24;
    private static final int ENTRY_BYTES = 40;
    private static final int ENTRY_RETURN_AT = 4;
    private static final int ENTRY_VALUE_AT = 8;

    private static final List<GpmMetric> ASKED = List.of(GpmMetric.values());

    private final Lock oneAtATime;
    private final ByteBuffer metrics = Buffers.of(METRICS_BYTES);
    private final Map<GpmMetric, Reading<Double>> held = new EnumMap<>(GpmMetric.class);
    private final long[] samples = new long[2];
    private State state = State.UNTRIED;
    private long sampledNs;

    private enum State {
        UNTRIED,
        UNSUPPORTED,
        OPEN,
        SAMPLED
    }

    ActivityCounters(Lock oneAtATime) {
        this.oneAtATime = oneAtATime;
        hold("activity counters (GPM) have not been read yet");
    }

    /** What the last whole window gave. */
    Reading<Double> of(GpmMetric metric) {
        return held.getOrDefault(metric, Reading.absent("not asked for"));
    }

    /** Takes a sample when the last one is old enough; does nothing while another GPU's is being taken. */
    void advance(NvmlDevice device) {
        long nowNs = System.nanoTime();
        boolean due = state == State.UNTRIED || state == State.OPEN || nowNs - sampledNs >= WINDOW_NS;
        if (state == State.UNSUPPORTED || !due || !locked()) {
            return;
        }
        try {
            step(device);
        } finally {
            oneAtATime.unlock();
        }
    }

    private boolean locked() {
        try {
            return oneAtATime.tryLock(LOCK_LIMIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void step(NvmlDevice device) {
        if (state == State.UNTRIED && !open(device)) {
            state = State.UNSUPPORTED;
            return;
        }
        String symbol = "nvmlGpmSampleGet";
        NvmlReturn taken = device.call(symbol, samples[1]);
        sampledNs = System.nanoTime();
        if (!taken.ok()) {
            hold(taken.<Double>absent(symbol).absentReason().orElseThrow());
            state = State.OPEN;
            return;
        }
        if (state == State.SAMPLED) {
            compute(device);
        } else {
            hold("the first window of activity counters (GPM) is not closed");
        }
        long earlier = samples[0];
        samples[0] = samples[1];
        samples[1] = earlier;
        state = State.SAMPLED;
    }

    private boolean open(NvmlDevice device) {
        String query = "nvmlGpmQueryDeviceSupport";
        ByteBuffer support = Buffers.of(SUPPORT_BYTES);
        support.putInt(0, VERSION);
        NvmlReturn asked = device.call(query, InOut.of(support));
        if (!asked.ok()) {
            hold(asked.<Double>absent(query).absentReason().orElseThrow());
            return false;
        }
        if (support.getInt(Integer.BYTES) == 0) {
            hold("this chip has no activity counters (GPM needs Hopper or later)");
            return false;
        }
        String allocate = "nvmlGpmSampleAlloc";
        for (int i = 0; i < samples.length; i++) {
            ByteBuffer handle = Buffers.of(Long.BYTES);
            NvmlReturn allocated = device.calls().call(allocate, handle);
            if (!allocated.ok()) {
                hold(allocated.<Double>absent(allocate).absentReason().orElseThrow());
                return false;
            }
            samples[i] = handle.getLong(0);
        }
        state = State.OPEN;
        return true;
    }

    private void compute(NvmlDevice device) {
        String symbol = "nvmlGpmMetricsGet";
        metrics.putInt(0, VERSION);
        metrics.putInt(COUNT_AT, ASKED.size());
        metrics.putLong(EARLIER_AT, samples[0]);
        metrics.putLong(LATER_AT, samples[1]);
        for (int i = 0; i < ASKED.size(); i++) {
            int at = ENTRIES_AT + i * ENTRY_BYTES;
            for (int word = 0; word < ENTRY_BYTES; word += Long.BYTES) {
                metrics.putLong(at + word, 0);
            }
            metrics.putInt(at, ASKED.get(i).id());
        }
        NvmlReturn result = device.calls().call(symbol, InOut.of(metrics));
        for (int i = 0; i < ASKED.size(); i++) {
            held.put(ASKED.get(i), result.ok() ? entry(i) : result.absent(symbol));
        }
    }

    private Reading<Double> entry(int index) {
        int at = ENTRIES_AT + index * ENTRY_BYTES;
        String name = "GPM metric " + metrics.getInt(at);
        NvmlReturn own = new NvmlReturn(metrics.getInt(at + ENTRY_RETURN_AT));
        double value = metrics.getDouble(at + ENTRY_VALUE_AT);
        if (!own.ok()) {
            return own.absent(name);
        }
        return Double.isFinite(value) ? Reading.of(value) : Reading.absent("not a number from " + name);
    }

    private void hold(String reason) {
        for (GpmMetric metric : ASKED) {
            held.put(metric, Reading.absent(reason));
        }
    }

    /** Gives the samples back. */
    void close(NvmlDevice device) {
        if (state == State.OPEN || state == State.SAMPLED) {
            for (long sample : samples) {
                device.calls().call("nvmlGpmSampleFree", sample);
            }
            state = State.UNSUPPORTED;
        }
    }
}
