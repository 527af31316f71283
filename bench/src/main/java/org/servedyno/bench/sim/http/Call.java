package org.servedyno.bench.sim.http;

import java.util.Optional;

/**
 * An HTTP request, read whole.
 *
 * @param method in upper case
 * @param path without the query
 * @param requestId the client's own id for it ({@code x-request-id})
 * @param body as text; empty if there was none
 */
record Call(String method, String path, Optional<String> requestId, String body) {}
