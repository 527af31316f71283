package org.servedyno.harness.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.servedyno.harness.process.system.SecretMask;

/**
 * Carries an engine's output into its log file, line by line, secrets masked, and keeps the last lines. Memory is bounded whatever
 * the engine writes: a line longer than {@link #LONGEST_LINE_BYTES} is taken in pieces. What can't be written (a full disk) is still read,
 * so that the engine never waits for us. A carriage return ends a line too, as progress bars use it.
 */
final class LogPump {
    static final int TAIL_LINES = 200;
    static final int LONGEST_LINE_BYTES = 64 * 1024;
    private static final int LONGEST_TAIL_LINE_CHARS = 2000;

    private final InputStream in;
    private final OutputStream out;
    private final SecretMask mask;
    private final Thread thread;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** Guarded by itself. */
    private final Deque<String> tail = new ArrayDeque<>();

    private volatile OptionalLong lastLineNs = OptionalLong.empty();
    private volatile Optional<String> problem = Optional.empty();

    /** Starts reading at once, on a thread of its own; closes both streams at the end. */
    LogPump(InputStream in, OutputStream out, SecretMask mask, String name) {
        this.in = in;
        this.out = out;
        this.mask = mask;
        this.thread = new Thread(this::run, "log of " + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        byte[] chunk = new byte[LONGEST_LINE_BYTES];
        try (in;
                out) {
            int count = in.read(chunk);
            while (count >= 0) {
                take(chunk, count);
                if (in.available() == 0) {
                    flush();
                }
                count = in.read(chunk);
            }
            emit(line.size());
            flush();
        } catch (IOException e) {
            // The pipe was closed under us when the group was given up: what came until then is in the file.
            problem = Optional.of("the engine's output ended early: " + e.getMessage());
        }
    }

    private void take(byte[] chunk, int count) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n' || chunk[i] == '\r') {
                line.write(chunk, from, i + 1 - from);
                from = i + 1;
                emit(line.size());
            }
        }
        line.write(chunk, from, count - from);
        if (line.size() >= LONGEST_LINE_BYTES) {
            // Held back: what may be the beginning of a secret, at most four bytes a character.
            emit(line.size() - Math.min(line.size() / 2, 4 * mask.longestSecret()));
        }
    }

    private void emit(int bytes) {
        if (bytes == 0) {
            return;
        }
        byte[] all = line.toByteArray();
        line.reset();
        String raw = new String(all, StandardCharsets.UTF_8);
        String masked = mask.text(raw);
        byte[] text = masked.equals(raw) ? all : masked.getBytes(StandardCharsets.UTF_8);
        int kept = masked.equals(raw) ? all.length - bytes : 0;
        write(text, text.length - kept);
        line.write(text, text.length - kept, kept);
        remember(kept == 0 ? masked : new String(text, 0, text.length - kept, StandardCharsets.UTF_8));
    }

    private void write(byte[] text, int count) {
        if (problem.isPresent()) {
            return;
        }
        try {
            out.write(text, 0, count);
        } catch (IOException e) {
            problem = Optional.of("the log can't be written any more: " + e.getMessage());
        }
    }

    private void flush() {
        if (problem.isPresent()) {
            return;
        }
        try {
            out.flush();
        } catch (IOException e) {
            problem = Optional.of("the log can't be written any more: " + e.getMessage());
        }
    }

    private void remember(String text) {
        String stripped = text.stripTrailing();
        lastLineNs = OptionalLong.of(System.nanoTime());
        if (stripped.isEmpty()) {
            return;
        }
        String cut = stripped.length() > LONGEST_TAIL_LINE_CHARS
                ? stripped.substring(0, LONGEST_TAIL_LINE_CHARS) + "..."
                : stripped;
        synchronized (tail) {
            if (tail.size() == TAIL_LINES) {
                tail.removeFirst();
            }
            tail.addLast(cut);
        }
    }

    /** The last lines, oldest first. */
    List<String> tail() {
        synchronized (tail) {
            return new ArrayList<>(tail);
        }
    }

    OptionalLong lastLineNs() {
        return lastLineNs;
    }

    /** Why the file lacks something the engine wrote; empty when it lacks nothing. */
    Optional<String> problem() {
        return problem;
    }

    /** Waits for the end of the output; false when somebody still holds the pipe open. */
    boolean awaitEnd(long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }
}
