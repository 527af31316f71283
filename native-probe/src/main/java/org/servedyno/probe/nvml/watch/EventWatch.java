package org.servedyno.probe.nvml.watch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.servedyno.probe.nvml.call.Buffers;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;

/**
 * Waits for the driver's events on a thread of its own. Events from before it was opened are lost to NVML, so counters are compared as
 * well. A wait may end early without an event; it is begun again. Safe for several threads.
 */
final class EventWatch implements AutoCloseable {
    private static final long XID = 0x8;
    private static final Map<Long, String> ECC =
            Map.of(0x1L, "corrected ECC error", 0x2L, "uncorrected ECC error", 0x200L, "storm of corrected ECC errors");
    private static final Map<Long, String> OTHERS = Map.of(
            0x80L, "power source changed",
            0x100L, "MIG configuration changed",
            0x400L, "DRAM retired",
            0x800L, "DRAM retirement failed",
            0x1000L, "contained poison",
            0x2000L, "uncontained poison",
            0x4000L, "GPU unavailable",
            0x8000L, "recovery action changed");
    private static final int EVENT_BYTES = 32;
    private static final int TYPE_AT = 8;
    private static final int DATA_AT = 16;
    private static final int WAIT_MS = 500;
    private static final String WAIT = "nvmlEventSetWait_v2";

    private final NvmlCalls calls;
    private final Map<Long, Integer> gpuByHandle;
    private final Queue<GpuEvent> events = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean closed;

    private EventWatch(NvmlCalls calls, Map<Long, Integer> gpuByHandle) {
        this.calls = calls;
        this.gpuByHandle = gpuByHandle;
        this.thread = new Thread(this::run, "GPU events");
        thread.setDaemon(true);
    }

    /** Begins to wait for the events of these GPUs; what cannot be watched becomes an event itself. */
    static EventWatch open(NvmlCalls calls, List<GpuWorker> gpus) {
        Map<Long, Integer> byHandle =
                gpus.stream().collect(Collectors.toMap(GpuWorker::handle, GpuWorker::gpu, Math::min));
        EventWatch watch = new EventWatch(calls, byHandle);
        watch.thread.start();
        return watch;
    }

    private static long wanted() {
        long bits = XID;
        for (long bit : ECC.keySet()) {
            bits |= bit;
        }
        for (long bit : OTHERS.keySet()) {
            bits |= bit;
        }
        return bits;
    }

    private void run() {
        String create = "nvmlEventSetCreate";
        ByteBuffer set = Buffers.of(Long.BYTES);
        NvmlReturn created = calls.call(create, set);
        if (!created.ok()) {
            unwatched(OptionalInt.empty(), created, create);
            return;
        }
        long handle = set.getLong(0);
        boolean any = false;
        for (Map.Entry<Long, Integer> gpu : gpuByHandle.entrySet()) {
            any |= register(handle, gpu.getKey(), gpu.getValue());
        }
        if (any) {
            waitFor(handle);
        }
        calls.call("nvmlEventSetFree", handle);
    }

    private boolean register(long set, long device, int gpu) {
        String query = "nvmlDeviceGetSupportedEventTypes";
        ByteBuffer supported = Buffers.of(Long.BYTES);
        NvmlReturn asked = calls.call(query, device, supported);
        if (!asked.ok()) {
            unwatched(OptionalInt.of(gpu), asked, query);
            return false;
        }
        String register = "nvmlDeviceRegisterEvents";
        NvmlReturn registered = calls.call(register, device, supported.getLong(0) & wanted(), set);
        if (!registered.ok()) {
            unwatched(OptionalInt.of(gpu), registered, register);
        }
        return registered.ok();
    }

    private void waitFor(long set) {
        ByteBuffer data = Buffers.of(EVENT_BYTES);
        while (!closed) {
            NvmlReturn result = calls.call(WAIT, set, data, WAIT_MS);
            if (result.ok()) {
                add(data);
            } else if (result.equals(NvmlReturn.GPU_IS_LOST)) {
                // It names no GPU; the sampler finds out which, and the others' events go on.
                pause();
            } else if (!result.equals(NvmlReturn.TIMEOUT)) {
                unwatched(OptionalInt.empty(), result, WAIT);
                return;
            }
        }
    }

    private void pause() {
        try {
            Thread.sleep(WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    private void add(ByteBuffer data) {
        Integer gpu = gpuByHandle.get(data.getLong(0));
        long type = data.getLong(TYPE_AT);
        long value = data.getLong(DATA_AT);
        events.add(new GpuEvent(
                System.nanoTime(),
                gpu == null ? OptionalInt.empty() : OptionalInt.of(gpu),
                kind(type),
                type == XID ? OptionalLong.of(value) : OptionalLong.empty(),
                detail(type, value)));
    }

    private static Kind kind(long type) {
        if (type == XID) {
            return Kind.XID;
        }
        return ECC.containsKey(type) ? Kind.ECC : Kind.OTHER;
    }

    private static String detail(long type, long value) {
        if (type == XID) {
            return "Xid " + value;
        }
        String known = ECC.containsKey(type) ? ECC.get(type) : OTHERS.get(type);
        return known == null ? "event type 0x" + Long.toHexString(type) : known;
    }

    private void unwatched(OptionalInt gpu, NvmlReturn result, String symbol) {
        String reason = result.absent(symbol).absentReason().orElseThrow();
        events.add(new GpuEvent(System.nanoTime(), gpu, Kind.UNWATCHED, OptionalLong.empty(), reason));
    }

    /** What has come since the call before. */
    List<GpuEvent> take() {
        List<GpuEvent> taken = new ArrayList<>();
        for (GpuEvent event = events.poll(); event != null; event = events.poll()) {
            taken.add(event);
        }
        return taken;
    }

    /** Ends the wait, and waits a little for that; a driver that is stuck keeps its daemon thread. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(2L * WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
