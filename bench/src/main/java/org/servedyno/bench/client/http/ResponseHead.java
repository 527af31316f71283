package org.servedyno.bench.client.http;

import java.util.Map;
import java.util.Optional;

/**
 * Status line and headers of a response.
 *
 * @param status for example 200
 * @param headers by name in lower case; of repeated headers the last
 */
public record ResponseHead(int status, Map<String, String> headers) {
    public ResponseHead {
        headers = Map.copyOf(headers);
    }

    /** The value of a header, its name in lower case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }
}
