package org.servedyno.results.verdict;

/** Two results can't be set against each other; the message says why and what could be. */
public final class IncomparableException extends Exception {
    private static final long serialVersionUID = 1;

    IncomparableException(String message) {
        super(message);
    }
}
