package org.servedyno.harness.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C, and a request to end, into an interrupt of the thread that works, and keeps the JVM up until that thread has wound
 * up. The exit code is then the JVM's own: 130 after Ctrl-C.
 */
final class Interruption {
    /** Long enough for an engine that takes its full time to stop. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** Work that writes to disk. */
    interface Work<T> {
        T run() throws IOException;
    }

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch woundUp = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interruptAndWait, "wind up");

    private Interruption() {}

    /** Runs {@code work} on the calling thread under this watch; once it returns, an end of the process waits for nothing. */
    static <T> T during(Work<T> work) throws IOException {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        try {
            return work.run();
        } finally {
            interruption.end();
        }
    }

    private void interruptAndWait() {
        worker.interrupt();
        try {
            if (!woundUp.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("servedyno: could not wind up within " + LIMIT.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        woundUp.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs already, and finds the work wound up.
            Thread.currentThread().setName("wound up");
        }
    }
}
