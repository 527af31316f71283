package org.servedyno.probe.replay;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.servedyno.probe.nvml.call.InOut;

/**
 * A call to NVML as text that is the same whenever the same is asked, and the buffers that its answer stands in. Numbers are decimal,
 * 64-bit ones and handles hexadecimal; a buffer to be filled is {@code fills} and its size in bytes; one that is read is {@code reads},
 * its size, and its bytes in Base64 up to the last that is not zero. An address of another buffer in it counts as zero.
 *
 * @param symbol the function
 * @param in its arguments
 * @param buffers those that the function may write, in order; one that another points to comes after it
 */
record Question(String symbol, List<String> in, List<ByteBuffer> buffers) {
    static Question of(String symbol, Object... arguments) {
        List<String> in = new ArrayList<>();
        List<ByteBuffer> buffers = new ArrayList<>();
        for (Object argument : arguments) {
            if (argument instanceof InOut both) {
                in.add("reads " + both.buffer().capacity() + " " + withoutAddress(both));
                buffers.add(both.buffer());
                both.inner().ifPresent(inner -> {
                    in.add(fills(inner.buffer()));
                    buffers.add(inner.buffer());
                });
            } else if (argument instanceof ByteBuffer buffer) {
                in.add(fills(buffer));
                buffers.add(buffer);
            } else if (argument instanceof Long wide) {
                in.add("0x" + Long.toHexString(wide));
            } else {
                in.add(argument.toString());
            }
        }
        return new Question(symbol, in, buffers);
    }

    private static String fills(ByteBuffer buffer) {
        return "fills " + buffer.capacity();
    }

    private static String withoutAddress(InOut both) {
        byte[] bytes = bytes(both.buffer());
        both.inner()
                .ifPresent(inner -> Arrays.fill(bytes, inner.addressAt(), inner.addressAt() + Long.BYTES, (byte) 0));
        return text(bytes);
    }

    /** The buffers as they are now, each in Base64 up to its last byte that is not zero. */
    List<String> contents() {
        return buffers.stream().map(buffer -> text(bytes(buffer))).toList();
    }

    /** Puts back what {@link #contents} gave. */
    void fill(List<String> contents) {
        for (int i = 0; i < buffers.size(); i++) {
            ByteBuffer buffer = buffers.get(i);
            byte[] bytes = Base64.getDecoder().decode(contents.get(i));
            buffer.put(0, Arrays.copyOf(bytes, buffer.capacity()));
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    private static String text(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--;
        }
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, end));
    }
}
