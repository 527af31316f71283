package org.servedyno.probe.nvml.call;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.servedyno.results.model.Reading;

/** Memory that the probe owns and NVML fills. */
public final class Buffers {
    /** What stands for bytes that are no UTF-8. */
    private static final int UNDECODABLE = 0xFFFD;

    private Buffers() {}

    /** Zeroed memory outside the heap, in the byte order of this machine. */
    public static ByteBuffer of(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** The text that ends at the first zero byte, or at the buffer's end. */
    public static String text(ByteBuffer buffer, int offset) {
        int end = offset;
        while (end < buffer.capacity() && buffer.get(end) != 0) {
            end++;
        }
        byte[] bytes = new byte[end - offset];
        buffer.get(offset, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The text at the begin of a buffer that a call filled; absent when it is empty, or no text that can be shown. */
    public static Reading<String> reading(ByteBuffer buffer, String symbol) {
        String text = text(buffer, 0);
        if (text.isBlank()) {
            return Reading.absent("an empty text from " + symbol);
        }
        boolean shown = text.codePoints().noneMatch(point -> Character.isISOControl(point) || point == UNDECODABLE);
        return shown ? Reading.of(text) : Reading.absent("no readable text from " + symbol);
    }
}
