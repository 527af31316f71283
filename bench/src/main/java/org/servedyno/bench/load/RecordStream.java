package org.servedyno.bench.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.store.stream.RequestLogWriter;

/**
 * Brings the records of a pass to its file while the pass runs, on a thread of its own, so that a killed load generator leaves what it had
 * and the event loop never waits for a disk. {@link #add} may be called from any thread.
 */
final class RecordStream implements AutoCloseable {
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Queue<RequestRecord> waiting = new ConcurrentLinkedQueue<>();
    private final RequestLogWriter log;
    private final Thread thread = new Thread(this::write, "request log");
    private volatile boolean closing;
    private volatile @Nullable Exception failure;

    private RecordStream(RequestLogWriter log) {
        this.log = log;
    }

    /** Makes the file and begins to write. */
    static RecordStream open(Path file, boolean simulated, ClockAnchor anchor) throws IOException {
        RecordStream stream = new RecordStream(RequestLogWriter.create(file, simulated, anchor));
        stream.thread.setDaemon(true);
        stream.thread.start();
        return stream;
    }

    void add(RequestRecord request) {
        waiting.add(request);
    }

    private void write() {
        boolean last;
        do {
            last = closing;
            try {
                for (RequestRecord next = waiting.poll(); next != null; next = waiting.poll()) {
                    log.write(next);
                }
                log.flushWhenDue();
            } catch (IOException | RuntimeException e) {
                failure = e;
                return;
            }
            if (!last) {
                LockSupport.parkNanos(PERIOD_NS);
            }
        } while (!last);
    }

    /** Writes what is left and ends the file; fails when anything could not be written. */
    @Override
    public void close() throws IOException {
        closing = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        log.close();
        Exception cause = failure;
        if (cause != null) {
            throw new IOException("the requests could not be written: " + cause.getMessage(), cause);
        }
    }
}
