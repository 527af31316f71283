package org.servedyno.bench.sim;

/** The engine did not come up, for a reason an engine has: too little memory, the address taken, a failure it was asked to act out. */
public final class EngineStartException extends Exception {
    private static final long serialVersionUID = 1L;

    EngineStartException(String message) {
        super(message);
    }

    EngineStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
