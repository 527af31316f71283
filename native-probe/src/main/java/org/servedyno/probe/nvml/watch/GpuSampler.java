package org.servedyno.probe.nvml.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;
import org.servedyno.results.model.gpu.GpuSample;

/** The samples of one GPU, without ever waiting long for it. Used by one thread. */
final class GpuSampler {
    /** A driver that has not answered a read of microseconds for this long is stuck. */
    static final Duration GIVE_UP = Duration.ofSeconds(3);

    private final GpuWorker worker;
    private final Lock gpmLock;
    private final List<GpuEvent> events = new ArrayList<>();
    private Optional<HotSet> hotSet = Optional.empty();
    private Optional<Future<GpuSample>> pending = Optional.empty();
    private long askedNs;
    private boolean over;

    GpuSampler(GpuWorker worker, Lock gpmLock) {
        this.worker = worker;
        this.gpmLock = gpmLock;
    }

    /** Asks for a look unless one is still under way. */
    void ask() {
        if (!over && pending.isEmpty()) {
            askedNs = System.nanoTime();
            pending = Optional.of(worker.start(device -> {
                HotSet own = hotSet.orElseGet(() -> new HotSet(device, gpmLock));
                hotSet = Optional.of(own);
                return own.look();
            }));
        }
    }

    /** The look that was asked for, if it is there by then; one that is late is there at the next call. */
    Optional<GpuSample> take(long deadlineNs) {
        if (over || pending.isEmpty()) {
            return Optional.empty();
        }
        try {
            long leftNs = Math.max(0, deadlineNs - System.nanoTime());
            GpuSample sample = pending.get().get(leftNs, TimeUnit.NANOSECONDS);
            pending = Optional.empty();
            if (worker.lostReason().isPresent()) {
                end(Kind.LOST, "the driver says that the GPU is lost (NVML_ERROR_GPU_IS_LOST)");
                return Optional.empty();
            }
            if (hotSet.filter(HotSet::nvlinkFell).isPresent()) {
                note(sample.monotonicNs(), Kind.COUNTER_RESET, "the NVLink counters fell: they were reset");
            }
            return Optional.of(sample);
        } catch (TimeoutException e) {
            if (System.nanoTime() - askedNs >= GIVE_UP.toNanos()) {
                end(Kind.UNRESPONSIVE, worker.giveUp(GIVE_UP));
            }
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("sampling GPU " + worker.gpu() + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void end(Kind kind, String detail) {
        over = true;
        note(System.nanoTime(), kind, detail);
    }

    private void note(long monotonicNs, Kind kind, String detail) {
        events.add(new GpuEvent(monotonicNs, OptionalInt.of(worker.gpu()), kind, OptionalLong.empty(), detail));
    }

    /** What has come since the call before: its end, counters that were reset. */
    List<GpuEvent> events() {
        List<GpuEvent> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    /** Gives back what the driver holds for it, unless the GPU is past that. */
    void close() {
        if (!over && worker.stuck().isEmpty()) {
            worker.ask(GIVE_UP, device -> {
                hotSet.ifPresent(HotSet::close);
                return true;
            });
        }
    }
}
