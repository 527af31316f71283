package org.servedyno.bench.client.http;

import java.io.IOException;

/** A server's bytes are no HTTP/1.1 response, or one beyond {@link HttpLimits}. */
public final class MalformedResponseException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param message what is wrong with the bytes */
    public MalformedResponseException(String message) {
        super(message);
    }
}
