package org.servedyno.probe.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.stream.GzipLines;

/**
 * Passes every question on and writes it down with its answer, each at once, so that a driver that takes this process down leaves what
 * came before. Safe for several threads.
 */
public final class RecordingCalls implements NvmlCalls, AutoCloseable {
    private final NvmlCalls calls;
    private final GzipLines.Writer lines;

    /** By identity: what a question's buffers hold changes. */
    private final Set<Question> unanswered = Collections.newSetFromMap(new IdentityHashMap<>());

    private boolean closed;

    RecordingCalls(NvmlCalls calls, Path file) throws IOException {
        this.calls = calls;
        this.lines = new GzipLines.Writer(file);
    }

    @Override
    public NvmlReturn call(String symbol, Object... arguments) {
        Question question = Question.of(symbol, arguments);
        begin(question);
        long startNs = System.nanoTime();
        NvmlReturn result = calls.call(symbol, arguments);
        long tookUs = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNs);
        end(question, new Exchange.Returned(result.code(), question.contents(), tookUs));
        return result;
    }

    private synchronized void begin(Question question) {
        unanswered.add(question);
    }

    private synchronized void end(Question question, Exchange.Returned returned) {
        unanswered.remove(question);
        write(Exchange.of(question, returned));
    }

    private synchronized void write(Exchange exchange) {
        if (closed) {
            return;
        }
        try {
            lines.line(Json.line(Json.tree(exchange)));
            lines.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the recording cannot be written", e);
        }
    }

    @Override
    public Reading<String> file(Path path) {
        Reading<String> text = calls.file(path);
        write(Exchange.of(path.toString(), text));
        return text;
    }

    @Override
    public ClockAnchor now() {
        ClockAnchor now = calls.now();
        write(Exchange.of(now));
        return now;
    }

    @Override
    public String library() {
        return calls.library();
    }

    /** Ends the recording; a call that has not come back by now is one that hangs. */
    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            unanswered.forEach(question -> write(Exchange.unanswered(question)));
            closed = true;
            lines.close();
        }
    }
}
