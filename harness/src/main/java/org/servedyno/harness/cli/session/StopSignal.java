package org.servedyno.harness.cli.session;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Turns Ctrl-C, and a request to end, into a request to stop, and keeps the JVM up until what was measured is written. The exit code is
 * then the JVM's own: 130 after Ctrl-C.
 */
public final class StopSignal implements BooleanSupplier, AutoCloseable {
    /** Long enough for an engine that takes its full time to stop. */
    private static final long LIMIT_SECONDS = 90;

    private final CountDownLatch woundUp = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopAndWait, "wind up");
    private final Runnable whenAsked;
    private volatile boolean asked;

    private StopSignal(Runnable whenAsked) {
        this.whenAsked = whenAsked;
    }

    /**
     * Watches until closed.
     *
     * @param whenAsked called once, on another thread, when the process is asked to end
     */
    public static StopSignal watch(Runnable whenAsked) {
        StopSignal signal = new StopSignal(whenAsked);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    /** Whether the process was asked to end. */
    @Override
    public boolean getAsBoolean() {
        return asked;
    }

    private void stopAndWait() {
        asked = true;
        whenAsked.run();
        try {
            if (!woundUp.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("servedyno: could not wind up within " + LIMIT_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        woundUp.countDown();
        if (!asked) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The end began in this moment: the hook runs, and finds the work wound up.
                asked = true;
            }
        }
    }
}
