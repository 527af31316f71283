package org.servedyno.probe.nvml.watch;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.servedyno.probe.nvml.call.NvmlDevice;
import org.servedyno.results.model.Reading;

/**
 * The one thread that talks to one GPU. A driver that is stuck never answers with an error: its call just does not come back, and
 * nothing can end it. So the caller waits for a limited time, and a GPU that let it pass is not asked again; the others are not
 * held up. The thread is a daemon, so that a stuck one does not keep the process. Safe for several threads.
 */
public final class GpuWorker implements AutoCloseable {
    private final NvmlDevice device;
    private final ExecutorService thread;
    private volatile Optional<String> stuck = Optional.empty();

    public GpuWorker(NvmlDevice device) {
        this.device = device;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "GPU " + device.index());
            worker.setDaemon(true);
            return worker;
        });
    }

    /** NVML's index of the GPU. */
    public int gpu() {
        return device.index();
    }

    /** The GPU's handle, for calls that take two. */
    public long handle() {
        return device.handle();
    }

    /** Why it is not asked any more; empty while it answers. */
    public Optional<String> stuck() {
        return stuck;
    }

    /** What a call said that found this GPU lost; empty while it is there. */
    public Optional<String> lostReason() {
        return device.lostReason();
    }

    /** Starts a task and does not wait. */
    public <T> Future<T> start(Function<NvmlDevice, T> task) {
        return thread.submit(() -> task.apply(device));
    }

    /** Runs a task and waits; absent, now and from now on, when it does not come back in time. */
    public <T> Reading<T> ask(Duration limit, Function<NvmlDevice, T> task) {
        if (stuck.isPresent()) {
            return Reading.absent(stuck.get());
        }
        try {
            return Reading.of(start(task).get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Reading.absent(giveUp(limit));
        } catch (ExecutionException e) {
            throw new IllegalStateException("reading GPU " + gpu() + " failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reading.absent("interrupted while reading GPU " + gpu());
        }
    }

    /** Does not ask this GPU again; the reason names the call that is stuck. */
    public String giveUp(Duration limit) {
        String reason = String.format(
                Locale.ROOT,
                "unresponsive: no answer in %.1f s from %s",
                limit.toMillis() / 1000.0,
                device.inCall().orElse("the driver"));
        stuck = Optional.of(reason);
        return reason;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
