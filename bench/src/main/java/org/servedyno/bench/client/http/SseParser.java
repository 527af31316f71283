package org.servedyno.bench.client.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads server-sent events from bytes as they come, split anywhere, by the rules of the HTML standard: lines end in LF, CR or CRLF,
 * lines that begin with a colon are comments, the data of an event is its {@code data} lines joined by LF. Events without data are
 * none. One stream's parser; not thread-safe.
 */
public final class SseParser {
    /** Hears events. */
    @FunctionalInterface
    public interface Listener {
        /** The data of one event, {@code length} bytes of UTF-8 from the array's start; valid during the call only. */
        void event(byte[] data, int length);
    }

    private static final byte[] DATA = {'d', 'a', 't', 'a'};
    private static final int FIRST_CAPACITY = 1024;

    private final Listener listener;
    private byte[] line = new byte[FIRST_CAPACITY];
    private int lineLength;
    private byte[] data = new byte[FIRST_CAPACITY];
    private int dataLength;
    private boolean hasData;
    private boolean afterCarriageReturn;

    public SseParser(Listener listener) {
        this.listener = listener;
    }

    /** Takes all bytes of the buffer. */
    public void feed(ByteBuffer bytes) throws MalformedResponseException {
        while (bytes.hasRemaining()) {
            byte b = bytes.get();
            boolean secondHalfOfLineEnd = afterCarriageReturn && b == '\n';
            afterCarriageReturn = b == '\r';
            if (secondHalfOfLineEnd) {
                continue;
            }
            if (b == '\n' || b == '\r') {
                endLine();
            } else {
                line = withRoom(line, lineLength);
                line[lineLength++] = b;
            }
        }
    }

    private void endLine() throws MalformedResponseException {
        if (lineLength == 0) {
            dispatch();
        } else if (isDataLine()) {
            appendData();
        }
        lineLength = 0;
    }

    private boolean isDataLine() {
        if (lineLength < DATA.length || !Arrays.equals(line, 0, DATA.length, DATA, 0, DATA.length)) {
            return false;
        }
        return lineLength == DATA.length || line[DATA.length] == ':';
    }

    private void appendData() throws MalformedResponseException {
        int from = Math.min(DATA.length + 1, lineLength);
        if (from < lineLength && line[from] == ' ') {
            from++;
        }
        if (hasData) {
            data = withRoom(data, dataLength);
            data[dataLength++] = '\n';
        }
        int length = lineLength - from;
        while (data.length < dataLength + length) {
            data = withRoom(data, data.length);
        }
        System.arraycopy(line, from, data, dataLength, length);
        dataLength += length;
        hasData = true;
    }

    private void dispatch() {
        if (hasData) {
            listener.event(data, dataLength);
        }
        dataLength = 0;
        hasData = false;
    }

    private static byte[] withRoom(byte[] bytes, int length) throws MalformedResponseException {
        if (length < bytes.length) {
            return bytes;
        }
        if (length >= HttpLimits.EVENT_BYTES) {
            throw new MalformedResponseException("an event longer than " + HttpLimits.EVENT_BYTES + " bytes");
        }
        return Arrays.copyOf(bytes, bytes.length * 2);
    }
}
