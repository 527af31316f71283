package org.servedyno.probe.nvml.call;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Memory that the probe owns and NVML fills. */
public final class Buffers {
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
}
