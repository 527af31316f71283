package org.servedyno.results.store.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.Json;

/**
 * Writes {@code gpu.ndjson.gz}: a header line, a line a sample and GPU, lines of events and occupants among them, and a last line. With a
 * write a second or more what was written is in the file at the latest a second later, events at once, so that a killed recorder leaves a
 * readable trace. Not thread-safe.
 */
public final class GpuTraceWriter implements AutoCloseable {
    /** Half of what is promised: a flush comes with a write, and so up to one period later. */
    private static final long FLUSH_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final GzipLines.Writer out;
    private final Map<String, String> absentThroughout;
    private long flushedNs = System.nanoTime();

    private GpuTraceWriter(GzipLines.Writer out, Map<String, String> absentThroughout) {
        this.out = out;
        this.absentThroughout = absentThroughout;
    }

    /** Makes the file, with its header flushed; the folder must be there. */
    public static GpuTraceWriter create(Path file, GpuTraceHeader header) throws IOException {
        return over(new GzipLines.Writer(file), header);
    }

    /** A writer to nowhere: what it writes costs the same, and is lost. */
    public static GpuTraceWriter nowhere(GpuTraceHeader header) throws IOException {
        return over(new GzipLines.Writer(OutputStream.nullOutputStream()), header);
    }

    private static GpuTraceWriter over(GzipLines.Writer out, GpuTraceHeader header) throws IOException {
        try {
            out.line(Json.line(TraceLines.of(header)));
            out.flush();
            return new GpuTraceWriter(out, header.absent());
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    /** Appends the samples of one look, and brings them to the file when the last flush is half a second old. */
    public void write(List<GpuSample> samples) throws IOException {
        for (GpuSample sample : samples) {
            out.line(Json.line(TraceLines.of(sample, absentThroughout)));
        }
        if (System.nanoTime() - flushedNs >= FLUSH_EVERY_NS) {
            flush();
        }
    }

    /** Appends events and brings them to the file: what follows one may well be the end. */
    public void events(List<GpuEvent> events) throws IOException {
        for (GpuEvent event : events) {
            out.line(Json.line(TraceLines.of(event)));
        }
        if (!events.isEmpty()) {
            flush();
        }
    }

    /** Appends who is on the GPUs. */
    public void occupants(List<GpuOccupants> occupants) throws IOException {
        for (GpuOccupants some : occupants) {
            out.line(Json.line(TraceLines.of(some)));
        }
    }

    /** Brings all that was appended to the file. */
    public void flush() throws IOException {
        out.flush();
        flushedNs = System.nanoTime();
    }

    /** Writes the last line and closes the file; without it the trace reads as cut off. */
    public void end(GpuTraceEnd end) throws IOException {
        out.line(Json.line(TraceLines.of(end)));
        out.close();
    }

    /** Closes the file; after {@link #end} it does nothing. */
    @Override
    public void close() throws IOException {
        out.close();
    }
}
