package org.servedyno.probe.nvml.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;

/** The samples and events of all GPUs. Used by one thread. */
public final class NodeWatch implements AutoCloseable {
    /** The first look may have to wake a driver up. */
    private static final Duration FIRST_LIMIT = Duration.ofSeconds(5);

    /** Later ones take microseconds; a GPU that takes longer is waited for at the next look. */
    private static final Duration LIMIT = Duration.ofMillis(40);

    private final NvmlCalls calls;
    private final List<GpuWorker> workers;
    private final List<GpuSampler> samplers;
    private Optional<EventWatch> events = Optional.empty();
    private boolean looked;

    public NodeWatch(NvmlCalls calls, List<GpuWorker> workers) {
        this.calls = calls;
        this.workers = List.copyOf(workers);
        Lock gpmLock = new ReentrantLock();
        this.samplers =
                workers.stream().map(worker -> new GpuSampler(worker, gpmLock)).toList();
    }

    /** One look at all GPUs at once; those that do not answer in time are left out, and come with the next look. */
    public List<GpuSample> sample() {
        samplers.forEach(GpuSampler::ask);
        long deadlineNs = System.nanoTime() + (looked ? LIMIT : FIRST_LIMIT).toNanos();
        looked = true;
        List<GpuSample> samples = new ArrayList<>();
        samplers.forEach(sampler -> sampler.take(deadlineNs).ifPresent(samples::add));
        return List.copyOf(samples);
    }

    /** What has happened since the call before; the first call begins to watch. */
    public List<GpuEvent> events() {
        EventWatch watch = events.orElseGet(() -> EventWatch.open(calls, workers));
        events = Optional.of(watch);
        List<GpuEvent> all = new ArrayList<>(watch.take());
        samplers.forEach(sampler -> all.addAll(sampler.events()));
        return List.copyOf(all);
    }

    @Override
    public void close() {
        events.ifPresent(EventWatch::close);
        samplers.forEach(GpuSampler::close);
    }
}
