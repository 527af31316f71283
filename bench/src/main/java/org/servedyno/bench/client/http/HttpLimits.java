package org.servedyno.bench.client.http;

/** What we take from a server, in one place. */
final class HttpLimits {
    /** Longest status or header line, bytes. */
    static final int LINE_BYTES = 16 * 1024;
    /** Most header lines. */
    static final int HEADERS = 200;
    /** Longest data of one server-sent event, bytes. */
    static final int EVENT_BYTES = 16 * 1024 * 1024;

    private HttpLimits() {}
}
