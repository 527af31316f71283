package org.servedyno.probe.child;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * A child JVM of ours: it reads commands as lines on stdin, writes events as JSON lines on stdout, and ends when its stdin
 * ends, so that it cannot outlive this process. Whatever else it prints is kept as a bounded tail. {@link #next} belongs
 * to one thread; the rest may be called from any.
 */
public final class ChildJvm implements AutoCloseable {
    private static final int EVENTS_LIMIT = 10_000;
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ChildSpec spec;
    private final Process process;
    private final Path temp;
    private final EventQueue events = new EventQueue(EVENTS_LIMIT);
    private final TailBuffer tail = new TailBuffer();
    private final BufferedWriter stdin;
    private final List<Thread> readers;
    private volatile boolean destroyed;

    private ChildJvm(ChildSpec spec, Process process, Path temp) {
        this.spec = spec;
        this.process = process;
        this.temp = temp;
        this.stdin = process.outputWriter(StandardCharsets.UTF_8);
        this.readers = List.of(
                reader("stdout", process.inputReader(StandardCharsets.UTF_8), this::hear, events::end),
                reader("stderr", process.errorReader(StandardCharsets.UTF_8), tail::add, () -> {}));
    }

    /**
     * Starts the child.
     *
     * @throws IOException if the JVM or its temp folder cannot be made
     */
    public static ChildJvm start(ChildSpec spec) throws IOException {
        Path temp = ChildTemp.create();
        try {
            Process process = new ProcessBuilder(ChildCommand.of(spec, temp))
                    .directory(spec.workingDirectory().toAbsolutePath().toFile())
                    .start();
            ChildJvm child = new ChildJvm(spec, process, temp);
            child.readers.forEach(Thread::start);
            return child;
        } catch (IOException | RuntimeException e) {
            ChildTemp.delete(temp);
            throw e;
        }
    }

    private Thread reader(String stream, BufferedReader in, java.util.function.Consumer<String> sink, Runnable atEnd) {
        Thread thread = new Thread(
                () -> {
                    try (in) {
                        for (String line = in.readLine(); line != null; line = in.readLine()) {
                            sink.accept(line);
                        }
                    } catch (IOException e) {
                        tail.add(spec.name() + ": " + stream + " broke off: " + e.getMessage());
                    } finally {
                        atEnd.run();
                    }
                },
                spec.name() + " " + stream);
        thread.setDaemon(true);
        return thread;
    }

    private void hear(String line) {
        Optional<ChildEvent> event = parse(line);
        event.ifPresent(events::add);
        if (event.isEmpty()) {
            tail.add(line);
        }
    }

    private static Optional<ChildEvent> parse(String line) {
        if (!line.startsWith("{")) {
            return Optional.empty();
        }
        try {
            JsonNode body = JSON.readTree(line);
            return Optional.ofNullable(body.get("event"))
                    .filter(JsonNode::isTextual)
                    .map(name -> new ChildEvent(name.textValue(), body));
        } catch (JsonProcessingException e) {
            // Half a line, or a line that only looks like JSON: it belongs to the tail, where a reader finds it.
            return Optional.empty();
        }
    }

    /** The child's process id. */
    public long pid() {
        return process.pid();
    }

    /**
     * The next event, in order.
     *
     * @param timeout how long to wait at most
     * @return empty when the time is up, or at once when the child will send no more ({@link #ended()})
     */
    public Optional<ChildEvent> next(Duration timeout) throws InterruptedException {
        return events.poll(timeout);
    }

    /** Whether the child closed its stdout and every event was taken. */
    public boolean ended() {
        return events.exhausted();
    }

    /** Whether the process runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Its exit code, once it ended; above 128 it is 128 plus a signal. */
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Events lost because nobody took them; 0 in a healthy run. */
    public long droppedEvents() {
        return events.dropped();
    }

    /** The last lines it wrote to stderr, and to stdout besides its events. */
    public String tail() {
        return tail.text();
    }

    /**
     * Sends one line to its stdin.
     *
     * @throws IOException if the child has closed it, mostly because it ended
     */
    public synchronized void send(String line) throws IOException {
        if (line.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("one line a command: " + line);
        }
        stdin.write(line);
        stdin.write('\n');
        stdin.flush();
    }

    /**
     * Closes its stdin, waits for it to end, and kills it when it does not. After this the process is gone and its temp
     * folder deleted; a second call gives the same answer. An interrupt kills it at once and stays set.
     *
     * @param grace how long it may take to end by itself
     */
    public ChildExit stop(Duration grace) {
        closeStdin();
        if (!waitFor(grace) && process.isAlive()) {
            destroyed = true;
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            if (!waitForKilled()) {
                throw new SurvivingChildException(
                        spec.name() + " (process " + pid() + ") does not end, even when killed");
            }
        }
        joinReaders();
        ChildTemp.delete(temp);
        return new ChildExit(process.exitValue(), destroyed, tail());
    }

    private synchronized void closeStdin() {
        try {
            stdin.close();
        } catch (IOException e) {
            tail.add(spec.name() + ": stdin was closed by the child: " + e.getMessage());
        }
    }

    /** Waits, keeping an interrupt for later; an interrupted wait is over at once. */
    private boolean waitFor(Duration limit) {
        boolean interrupted = Thread.interrupted();
        try {
            return process.waitFor(interrupted ? 0 : limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for a killed process to be gone, whatever interrupts: the system needs a moment for it. */
    private boolean waitForKilled() {
        boolean interrupted = Thread.interrupted();
        long endNs = System.nanoTime() + KILL_LIMIT.toNanos();
        try {
            while (System.nanoTime() - endNs < 0) {
                try {
                    return process.waitFor(endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return !process.isAlive();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void joinReaders() {
        try {
            for (Thread reader : readers) {
                reader.join(KILL_LIMIT.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the child if it still runs; call {@link #stop} first to let it end by itself. */
    @Override
    public void close() {
        stop(Duration.ZERO);
    }
}
