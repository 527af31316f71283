package org.servedyno.probe.jmh;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.trace.RecorderChild;
import org.servedyno.probe.trace.RecorderRefusal;
import org.servedyno.probe.trace.TraceFiles;
import org.servedyno.results.metric.GpuWindow;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.store.stream.GpuTrace;
import org.servedyno.results.store.stream.GpuTraceHeader;

/** The recorder of one iteration: its samples begin before the iteration and end after it. Used by one thread. */
final class IterationRecording implements AutoCloseable {
    private final TraceFiles files;
    private final RecorderChild recorder;
    private final long periodMs;
    private final ClockAnchor anchor = ClockAnchor.now();
    private final long startNs = System.nanoTime();

    private IterationRecording(TraceFiles files, RecorderChild recorder, long periodMs) {
        this.files = files;
        this.recorder = recorder;
        this.periodMs = periodMs;
    }

    /**
     * Starts the recorder, waits for its first samples, and only then begins the window.
     *
     * @throws RecorderRefusal if the GPUs cannot be recorded
     */
    static IterationRecording start(ProfilerOptions options) throws RecorderRefusal, IOException, InterruptedException {
        TraceFiles files = TraceFiles.create(Optional.empty());
        try {
            RecorderChild recorder = RecorderChild.start(options.spec(files.trace()), files.spec());
            return new IterationRecording(files, recorder, options.periodMs());
        } catch (RecorderRefusal | IOException | InterruptedException e) {
            files.close();
            throw e;
        }
    }

    /**
     * Ends the window, then the recorder as soon as it has looked past the window's end.
     *
     * @throws IOException if the recorder failed meanwhile, or its trace cannot be read
     */
    IterationFigures end() throws IOException, InterruptedException {
        long endNs = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(2 * periodMs);
        Optional<String> trouble = recorder.stop();
        if (trouble.isPresent()) {
            throw new IOException(trouble.get());
        }
        GpuTrace trace = GpuTrace.read(files.trace());
        // The recorder is another process: the wall clock joins its monotonic clock with ours.
        ClockAnchor theirs = trace.header().anchor();
        GpuWindow window =
                new GpuWindow(theirs.monotonicAt(anchor.wallAt(startNs)), theirs.monotonicAt(anchor.wallAt(endNs)));
        return new IterationFigures(
                window,
                trace.header().gpus().stream().map(GpuTraceHeader.Gpu::index).toList(),
                trace.samples());
    }

    /** Ends the recorder if it still runs, and deletes its files. */
    @Override
    public void close() throws IOException {
        recorder.close();
        files.close();
    }
}
