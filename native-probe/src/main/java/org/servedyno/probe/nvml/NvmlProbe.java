package org.servedyno.probe.nvml;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.probe.nvml.call.NvmlLibrary;
import org.servedyno.probe.nvml.watch.GpuWorker;
import org.servedyno.probe.nvml.watch.NodeWatch;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/** The probe of real GPUs. */
public final class NvmlProbe implements GpuProbe {
    private final NvmlSession session;
    private final List<Reading<GpuWorker>> workers;
    private final NodeWatch watch;
    private boolean closed;

    private NvmlProbe(NvmlSession session) {
        this.session = session;
        this.workers = IntStream.range(0, session.deviceCount())
                .mapToObj(index -> session.device(index).map(GpuWorker::new))
                .toList();
        this.watch = new NodeWatch(
                session.calls(),
                workers.stream().flatMap(worker -> worker.toOptional().stream()).toList());
    }

    /**
     * Loads NVML and starts it.
     *
     * @param library the library to load; empty takes the environment's or the usual names
     * @throws ProbeUnavailableException if it does not load or start, or shows no GPU
     */
    public static NvmlProbe open(Optional<Path> library) throws ProbeUnavailableException {
        return over(NvmlLibrary.load(library, System.getenv()));
    }

    static NvmlProbe open(Optional<Path> library, Map<String, String> environment) throws ProbeUnavailableException {
        return over(NvmlLibrary.load(library, environment));
    }

    /**
     * Starts NVML behind these calls.
     *
     * @throws ProbeUnavailableException if it does not start, or shows no GPU
     */
    public static NvmlProbe over(NvmlCalls calls) throws ProbeUnavailableException {
        return new NvmlProbe(NvmlSession.open(calls));
    }

    @Override
    public GpuInventory inventory() {
        return new NvmlInventory(session, workers).read();
    }

    @Override
    public List<GpuSample> sample() {
        return watch.sample();
    }

    @Override
    public List<GpuEvent> events() {
        return watch.events();
    }

    @Override
    public List<GpuOccupants> occupants() {
        return workers.stream()
                .flatMap(worker -> worker.toOptional().stream())
                .map(worker -> new GpuOccupants(System.nanoTime(), worker.gpu(), NvmlInventory.processes(worker)))
                .toList();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        watch.close();
        session.close();
        workers.forEach(worker -> worker.toOptional().ifPresent(GpuWorker::close));
    }
}
