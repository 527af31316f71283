package org.servedyno.bench.client;

/** The words for how a request fails; they stand in records and reports. */
public final class Failure {
    public static final String CONNECT_REFUSED = "connect-refused";
    public static final String CONNECT_TIMEOUT = "connect-timeout";
    public static final String CONNECT_FAILED = "connect-failed";
    public static final String TOO_MANY_OPEN_FILES = "too-many-open-files";
    public static final String REQUEST_TIMEOUT = "timeout";
    public static final String CHUNK_TIMEOUT = "chunk-timeout";
    public static final String CONNECTION_RESET = "connection-reset";
    /** The server closed the connection before a byte of an answer. */
    public static final String CONNECTION_CLOSED = "connection-closed";
    /** The stream ended before the server said that it was finished. */
    public static final String TRUNCATED = "truncated";
    /** The server put an error into the stream. */
    public static final String ERROR_EVENT = "error-event";
    /** It ended properly but held nothing generated. */
    public static final String NO_TOKEN = "no-token";

    public static final String MALFORMED = "malformed";
    /** The pass had taken the time it may take. */
    public static final String PASS_TIMEOUT = "pass-timeout";
    /** The pass was stopped before the request ended. */
    public static final String STOPPED = "stopped";

    private Failure() {}

    /** An answer with a status other than 200. */
    static String http(int status) {
        return "http-" + status;
    }
}
