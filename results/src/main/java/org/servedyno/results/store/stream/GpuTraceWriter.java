package org.servedyno.results.store.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.Json;

/**
 * Writes {@code gpu.ndjson.gz}: a header line, a line a sample and GPU, a line with the end anchor. What was written is in the file at
 * the latest a second later, so that a killed recorder leaves a readable trace. Not thread-safe.
 */
public final class GpuTraceWriter implements AutoCloseable {
    private static final long FLUSH_EVERY_NS = 1_000_000_000L;

    private final GzipLines.Writer out;
    private final Map<String, String> absentThroughout;
    private long flushedNs = System.nanoTime();

    private GpuTraceWriter(GzipLines.Writer out, Map<String, String> absentThroughout) {
        this.out = out;
        this.absentThroughout = absentThroughout;
    }

    /** Makes the file, with its header flushed; the folder must be there. */
    public static GpuTraceWriter create(Path file, GpuTraceHeader header) throws IOException {
        GzipLines.Writer out = new GzipLines.Writer(file);
        try {
            ObjectNode line = Json.document(header, header.simulated());
            putUnits(line.putObject("fields"));
            out.line(Json.line(line));
            out.flush();
            return new GpuTraceWriter(out, header.absent());
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    private static void putUnits(ObjectNode fields) {
        fields.put("t", "ns, monotonic clock of the recorder");
        fields.put("gpu", "index");
        GpuField.ALL.forEach(field -> fields.put(field.name(), field.unit()));
        fields.put("lateNs", "ns behind schedule");
    }

    /** Appends the samples of one look, and brings them to the file when the last flush is a second old. */
    public void write(List<GpuSample> samples) throws IOException {
        for (GpuSample sample : samples) {
            ObjectNode line = JsonNodeFactory.instance.objectNode();
            line.put("t", sample.monotonicNs());
            line.put("gpu", sample.gpu());
            GpuField.ALL.forEach(field -> field.write(sample, line, absentThroughout));
            line.put("lateNs", sample.lateNs());
            out.line(Json.line(line));
        }
        long nowNs = System.nanoTime();
        if (nowNs - flushedNs >= FLUSH_EVERY_NS) {
            out.flush();
            flushedNs = nowNs;
        }
    }

    /** Writes the last line and closes the file; without it the trace reads as cut off. */
    public void end(ClockAnchor anchor) throws IOException {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.set(GpuTrace.END_ANCHOR, Json.tree(anchor));
        out.line(Json.line(line));
        out.close();
    }

    /** Closes the file; after {@link #end} it does nothing. */
    @Override
    public void close() throws IOException {
        out.close();
    }
}
