package org.servedyno.probe.child;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The child's side of {@link ChildJvm}: commands come as lines of stdin, events go as JSON lines to stdout, and the end of
 * stdin means that the parent wants the child to end, or is gone. A child that has not ended {@link #HALT_AFTER} later is
 * halted, so that none is ever left over. Safe for several threads.
 */
public final class ChildConsole {
    /** How long a child may take to end after its stdin did. */
    public static final Duration HALT_AFTER = Duration.ofSeconds(20);

    private static final int HALT_CODE = 70;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;
    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private ChildConsole(PrintStream out) {
        this.out = out;
    }

    /** Takes this process's stdin and stdout; whatever else prints to {@link System#out} from now on goes to stderr. */
    public static ChildConsole open() {
        PrintStream stdout = System.out;
        System.setOut(System.err);
        ChildTemp.deleteAtExit();
        ChildConsole console = new ChildConsole(stdout);
        InputStream in = System.in;
        Thread reader = new Thread(() -> console.read(in), "child stdin");
        reader.setDaemon(true);
        reader.start();
        return console;
    }

    private void read(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                commands.add(line);
            }
        } catch (IOException e) {
            // A stdin that cannot be read is at its end as well: there is no parent to hear.
            System.err.println("stdin broke off: " + e.getMessage());
        } finally {
            ended.countDown();
            haltLater();
        }
    }

    private static void haltLater() {
        try {
            TimeUnit.MILLISECONDS.sleep(HALT_AFTER.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.err.println("halted: not ended " + HALT_AFTER.toSeconds() + " s after stdin did");
        Runtime.getRuntime().halt(HALT_CODE);
    }

    /** The next command, or empty when there is none in time or, at once, when stdin has ended and all were taken. */
    public Optional<String> nextCommand(Duration timeout) throws InterruptedException {
        long endNs = System.nanoTime() + timeout.toNanos();
        while (true) {
            boolean over = stdinEnded() || System.nanoTime() - endNs >= 0;
            String command = over ? commands.poll() : commands.poll(20, TimeUnit.MILLISECONDS);
            if (command != null || over) {
                return Optional.ofNullable(command);
            }
        }
    }

    /** Whether stdin has ended: finish, and end. */
    public boolean stdinEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for stdin to end; false when the time is up before. */
    public boolean awaitStdinEnd(Duration timeout) throws InterruptedException {
        return ended.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Sends an event; {@code fields} are JSON values, maps or lists. */
    public void emit(String event, Map<String, ?> fields) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("event", event);
        body.putAll(fields);
        try {
            String line = JSON.writeValueAsString(body);
            synchronized (out) {
                out.print(line + "\n");
                out.flush();
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not fit for JSON: " + fields, e);
        }
    }
}
