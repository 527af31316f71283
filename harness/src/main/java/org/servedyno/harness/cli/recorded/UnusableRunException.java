package org.servedyno.harness.cli.recorded;

/** A folder can't be used as a run; the message is for the user and names the next step. */
public final class UnusableRunException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableRunException(String message) {
        super(message);
    }

    UnusableRunException(String message, Throwable cause) {
        super(message, cause);
    }
}
