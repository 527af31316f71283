package org.servedyno.bench.tokenizer;

/** A tokenizer can't be had; the message says what was looked for, what was seen, and the next step. */
public final class TokenizerUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    TokenizerUnavailableException(String message) {
        super(message);
    }

    TokenizerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
