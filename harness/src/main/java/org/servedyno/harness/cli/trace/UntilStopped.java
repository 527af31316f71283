package org.servedyno.harness.cli.trace;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.servedyno.probe.trace.TraceRecorder;

/** Ends a recording at Ctrl-C, at SIGTERM, or after a time. Safe for several threads. */
public final class UntilStopped implements TraceRecorder.Stop, AutoCloseable {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final SignalRelay relay = SignalRelay.hear(name -> stopped.countDown());
    private final Optional<Duration> limit;
    private final long startNs = System.nanoTime();

    /** Begins now. */
    public UntilStopped(Optional<Duration> limit) {
        this.limit = limit;
    }

    @Override
    public boolean within(Duration time) throws InterruptedException {
        long leftNs =
                limit.map(all -> startNs + all.toNanos() - System.nanoTime()).orElse(Long.MAX_VALUE);
        boolean lastWait = leftNs <= time.toNanos();
        boolean asked = stopped.await(Math.max(0, Math.min(leftNs, time.toNanos())), TimeUnit.NANOSECONDS);
        return asked || lastWait;
    }

    /** Whether a signal came before the time was up that was asked for. */
    public boolean cutShort() {
        return limit.isPresent() && stopped.getCount() == 0;
    }

    @Override
    public void close() {
        relay.close();
    }
}
