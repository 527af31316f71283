package org.servedyno.bench.workload;

/** A request set can't be built or read; the message says what was tried, what was seen, where, and the next step. */
public final class WorkloadException extends Exception {
    private static final long serialVersionUID = 1L;

    WorkloadException(String message) {
        super(message);
    }

    WorkloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
