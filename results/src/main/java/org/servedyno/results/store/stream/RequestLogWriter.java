package org.servedyno.results.store.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.store.Json;

/**
 * Writes {@code requests.ndjson.gz}: a header line, then a line a request. {@code contentNs} has an entry an event: the time since the
 * event before it, 0 for the first, which came at {@code firstContentNs}. What was written is in the file after the next
 * {@link #flushWhenDue} that comes a second later. Not thread-safe.
 */
public final class RequestLogWriter implements AutoCloseable {
    private static final long FLUSH_EVERY_NS = 1_000_000_000L;

    private final GzipLines.Writer out;
    private long flushedNs = System.nanoTime();
    private boolean unflushed;

    private RequestLogWriter(GzipLines.Writer out) {
        this.out = out;
    }

    /**
     * Makes the file, with its header flushed; the folder must be there.
     *
     * @param anchor both clocks of the load generator at the start of the pass
     */
    public static RequestLogWriter create(Path file, boolean simulated, ClockAnchor anchor) throws IOException {
        GzipLines.Writer out = new GzipLines.Writer(file);
        try {
            ObjectNode header = JsonNodeFactory.instance.objectNode();
            header.put("schemaVersion", Json.SCHEMA_VERSION);
            header.put("simulated", simulated);
            header.put("times", "ns, monotonic clock of the load generator; connectNs is a duration");
            header.put("contentNs", "ns since the event before, the first at firstContentNs");
            header.set("anchor", Json.tree(anchor));
            out.line(Json.line(header));
            out.flush();
            return new RequestLogWriter(out);
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    /** Appends a request, and brings it to the file when the last flush is a second old. */
    public void write(RequestRecord request) throws IOException {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("id", request.id());
        line.put("intendedNs", request.intendedNs());
        put(line, "connectNs", request.connectNs());
        put(line, "sentNs", request.sentNs());
        put(line, "firstByteNs", request.firstByteNs());
        put(line, "firstContentNs", request.firstContentNs());
        putContent(line, request.content());
        line.put("endNs", request.endNs());
        line.put("promptTokens", request.promptTokens());
        request.outputTokens()
                .ifPresentOrElse(count -> line.put("outputTokens", count), () -> line.putNull("outputTokens"));
        line.put("tokenSource", request.tokenSource());
        line.put("finishReason", request.finishReason().orElse(null));
        line.put("outcome", request.outcome());
        out.line(Json.line(line));
        unflushed = true;
        flushWhenDue();
    }

    /** Brings what was written to the file when the last flush is a second old; for a loop to call when no request comes. */
    public void flushWhenDue() throws IOException {
        long nowNs = System.nanoTime();
        if (unflushed && nowNs - flushedNs >= FLUSH_EVERY_NS) {
            out.flush();
            flushedNs = nowNs;
            unflushed = false;
        }
    }

    private static void put(ObjectNode line, String name, OptionalLong value) {
        value.ifPresentOrElse(number -> line.put(name, number), () -> line.putNull(name));
    }

    private static void putContent(ObjectNode line, ContentEvents content) {
        var deltas = line.putArray("contentNs");
        for (int i = 0; i < content.count(); i++) {
            deltas.add(i == 0 ? 0 : content.timeNs(i) - content.timeNs(i - 1));
        }
        content.tokens()
                .ifPresentOrElse(
                        counts -> {
                            var array = line.putArray("contentTokens");
                            for (int count : counts) {
                                array.add(count);
                            }
                        },
                        () -> line.putNull("contentTokens"));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
