package org.servedyno.harness.cli.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Turns Ctrl-C into a request to stop, and keeps the JVM up until what was measured is written. */
final class StopSignal implements BooleanSupplier, AutoCloseable {
    private static final long LIMIT_SECONDS = 20;

    private final CountDownLatch woundUp = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopAndWait, "wind up");
    private volatile boolean asked;

    private StopSignal() {}

    static StopSignal watch() {
        StopSignal signal = new StopSignal();
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
        try {
            if (!woundUp.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("servedyno bench: could not wind up within " + LIMIT_SECONDS + " s");
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
