package org.servedyno.bench.sim.fault;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts completion requests and says which of them something happens to. Safe for use by several threads. */
public final class RequestFaults {
    private final Optional<Fault> fault;
    private final long readyNs;
    private final AtomicInteger requests = new AtomicInteger();

    /** Faults of a server that began to listen at {@code readyNs}, {@link System#nanoTime()}. */
    public RequestFaults(Optional<Fault> fault, long readyNs) {
        this.fault = fault;
        this.readyNs = readyNs;
    }

    /** Counts one more completion request and says what is to go wrong with it, if anything. */
    public Optional<FaultKind> next(long nowNs) {
        int number = requests.incrementAndGet();
        return fault.filter(present -> strikes(present, number, nowNs)).map(Fault::kind);
    }

    private boolean strikes(Fault present, int number, long nowNs) {
        int argument = present.argument().orElse(1);
        return switch (present.kind()) {
            case EXIT_AT_START, OOM, NEVER_READY, IGNORE_SIGTERM -> false;
            case HEALTH_EARLY -> present.argument().isEmpty() || nowNs - readyNs < argument * 1_000_000_000L;
            case CRASH_AFTER, HANG_AFTER -> number > argument;
            case REJECT_EVERY, STALL_STREAM, DROP_CONNECTION, ERROR_EVENT, EMPTY_SUCCESS, NO_DONE, NO_USAGE ->
                number % argument == 0;
        };
    }
}
