package org.servedyno.bench.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.servedyno.results.model.Reading;

/**
 * Measures how long this process was kept from running: a thread that sleeps a millisecond at a time and records how much longer it
 * took. Garbage collection, a busy machine and a stopped virtual machine all show here. One use; start and stop from one thread.
 */
final class HiccupWatch implements AutoCloseable {
    private static final long SLEEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long HIGHEST_NS = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 2;

    private final Histogram pausesNs = new Histogram(HIGHEST_NS, DIGITS);
    private final Thread thread = new Thread(this::watch, "hiccup watch");
    private volatile boolean running = true;

    static HiccupWatch start() {
        HiccupWatch watch = new HiccupWatch();
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        long beforeNs = System.nanoTime();
        while (running) {
            LockSupport.parkNanos(SLEEP_NS);
            long nowNs = System.nanoTime();
            pausesNs.recordValue(Math.min(HIGHEST_NS, Math.max(0, nowNs - beforeNs - SLEEP_NS)));
            beforeNs = nowNs;
        }
    }

    /** Ends the watch. */
    Pauses stop() throws InterruptedException {
        close();
        thread.join();
        long looks = pausesNs.getTotalCount();
        if (looks == 0) {
            Reading<Double> none = Reading.absent("over before the first look");
            return new Pauses(none, none, 0);
        }
        return new Pauses(
                Reading.of(pausesNs.getValueAtPercentile(99) / 1e6), Reading.of(pausesNs.getMaxValue() / 1e6), looks);
    }

    /** Lets the thread end by itself, for when nobody wants to know any more. */
    @Override
    public void close() {
        running = false;
    }

    /**
     * What was seen.
     *
     * @param p99Ms 99th percentile of the pauses, milliseconds
     * @param maxMs longest pause, milliseconds
     * @param n how many looks
     */
    record Pauses(Reading<Double> p99Ms, Reading<Double> maxMs, long n) {}
}
