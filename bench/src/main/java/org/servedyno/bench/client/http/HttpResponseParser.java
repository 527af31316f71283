package org.servedyno.bench.client.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Reads HTTP/1.1 responses from bytes as they come, split anywhere: bodies by length, in chunks, or to the end of the connection.
 * Informational responses are passed over. One connection's parser; not thread-safe.
 */
public final class HttpResponseParser {
    /** Hears the parts of a response. */
    public interface Listener {
        /** Status and headers are complete. */
        void head(ResponseHead head);

        /** Some bytes of the body; the buffer is valid during the call only. */
        void body(ByteBuffer bytes) throws MalformedResponseException;

        /** The response is complete; {@code reusable} says whether the connection may carry another. */
        void end(boolean reusable);
    }

    private enum State {
        STATUS_LINE,
        HEADER_LINE,
        FIXED_BODY,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_DATA_END,
        TRAILER_LINE,
        BODY_TO_END
    }

    private static final int CONTINUE_FROM = 100;
    private static final int FINAL_FROM = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final Listener listener;
    private final byte[] line = new byte[HttpLimits.LINE_BYTES];
    private int lineLength;
    private State state = State.STATUS_LINE;
    private int status;
    private boolean http10;
    private Map<String, String> headers = new HashMap<>();
    private long remaining;

    public HttpResponseParser(Listener listener) {
        this.listener = listener;
    }

    /** Takes all bytes of the buffer. */
    public void feed(ByteBuffer bytes) throws MalformedResponseException {
        while (bytes.hasRemaining()) {
            switch (state) {
                case FIXED_BODY, CHUNK_DATA -> takeBody(bytes);
                case BODY_TO_END -> {
                    listener.body(bytes);
                    bytes.position(bytes.limit());
                }
                default -> takeLineByte(bytes.get());
            }
        }
    }

    /** The connection has ended; true when that completes a response, or when none was under way. */
    public boolean endOfStream() {
        if (state == State.BODY_TO_END) {
            finish(false);
            return true;
        }
        return state == State.STATUS_LINE && lineLength == 0;
    }

    private void takeBody(ByteBuffer bytes) throws MalformedResponseException {
        int take = (int) Math.min(remaining, bytes.remaining());
        ByteBuffer part = bytes.slice(bytes.position(), take);
        bytes.position(bytes.position() + take);
        remaining -= take;
        listener.body(part);
        if (remaining == 0) {
            if (state == State.CHUNK_DATA) {
                state = State.CHUNK_DATA_END;
            } else {
                finish(keepsAlive());
            }
        }
    }

    private void takeLineByte(byte b) throws MalformedResponseException {
        if (b != '\n') {
            if (lineLength == line.length) {
                throw new MalformedResponseException("a header line longer than " + line.length + " bytes");
            }
            line[lineLength++] = b;
            return;
        }
        int length = lineLength > 0 && line[lineLength - 1] == '\r' ? lineLength - 1 : lineLength;
        String text = new String(line, 0, length, StandardCharsets.ISO_8859_1);
        lineLength = 0;
        takeLine(text);
    }

    private void takeLine(String text) throws MalformedResponseException {
        switch (state) {
            case STATUS_LINE -> statusLine(text);
            case HEADER_LINE -> headerLine(text);
            case CHUNK_SIZE -> chunkSize(text);
            case CHUNK_DATA_END -> {
                if (!text.isEmpty()) {
                    throw new MalformedResponseException("a chunk longer than it says");
                }
                state = State.CHUNK_SIZE;
            }
            case TRAILER_LINE -> {
                if (text.isEmpty()) {
                    finish(keepsAlive());
                }
            }
            default -> throw new IllegalStateException("no line is due in " + state);
        }
    }

    private void statusLine(String text) throws MalformedResponseException {
        boolean known = text.startsWith("HTTP/1.1 ") || text.startsWith("HTTP/1.0 ");
        if (!known || text.length() < 12) {
            throw new MalformedResponseException("not HTTP/1.1: " + shortened(text));
        }
        try {
            status = Integer.parseInt(text.substring(9, 12));
        } catch (NumberFormatException e) {
            throw new MalformedResponseException("no status: " + shortened(text));
        }
        http10 = text.startsWith("HTTP/1.0 ");
        headers = new HashMap<>();
        state = State.HEADER_LINE;
    }

    private void headerLine(String text) throws MalformedResponseException {
        if (text.isEmpty()) {
            headComplete();
            return;
        }
        int colon = text.indexOf(':');
        if (colon <= 0) {
            throw new MalformedResponseException("no header line: " + shortened(text));
        }
        if (headers.size() == HttpLimits.HEADERS) {
            throw new MalformedResponseException("more than " + HttpLimits.HEADERS + " headers");
        }
        headers.put(
                text.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                text.substring(colon + 1).strip());
    }

    private void headComplete() throws MalformedResponseException {
        if (status >= CONTINUE_FROM && status < FINAL_FROM) {
            state = State.STATUS_LINE;
            return;
        }
        listener.head(new ResponseHead(status, headers));
        String coding = headers.getOrDefault("transfer-encoding", "").toLowerCase(Locale.ROOT);
        if (coding.endsWith("chunked")) {
            state = State.CHUNK_SIZE;
        } else if (headers.containsKey("content-length")) {
            remaining = contentLength(headers.get("content-length"));
            state = State.FIXED_BODY;
        } else {
            state = State.BODY_TO_END;
        }
        boolean empty = status == NO_CONTENT || status == NOT_MODIFIED;
        if (empty || (state == State.FIXED_BODY && remaining == 0)) {
            finish(keepsAlive());
        }
    }

    private static long contentLength(String text) throws MalformedResponseException {
        try {
            long length = Long.parseLong(text);
            if (length >= 0) {
                return length;
            }
        } catch (NumberFormatException e) {
            throw new MalformedResponseException("content-length " + shortened(text));
        }
        throw new MalformedResponseException("content-length " + shortened(text));
    }

    private void chunkSize(String text) throws MalformedResponseException {
        int semicolon = text.indexOf(';');
        String digits = (semicolon < 0 ? text : text.substring(0, semicolon)).strip();
        try {
            remaining = Long.parseLong(digits, 16);
        } catch (NumberFormatException e) {
            throw new MalformedResponseException("no chunk size: " + shortened(text));
        }
        if (remaining < 0) {
            throw new MalformedResponseException("no chunk size: " + shortened(text));
        }
        state = remaining == 0 ? State.TRAILER_LINE : State.CHUNK_DATA;
    }

    private boolean keepsAlive() {
        String connection = headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT);
        return http10 ? connection.contains("keep-alive") : !connection.contains("close");
    }

    private void finish(boolean reusable) {
        state = State.STATUS_LINE;
        lineLength = 0;
        listener.end(reusable);
    }

    private static String shortened(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
