package org.servedyno.probe.nvml.call;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A buffer that a function reads as well as fills.
 *
 * @param buffer direct, in native byte order
 * @param inner a second buffer whose address stands in the first; empty for none
 */
public record InOut(ByteBuffer buffer, Optional<Inner> inner) {
    /**
     * A buffer that another one points to.
     *
     * @param buffer direct, in native byte order
     * @param addressAt offset of its address in the outer one, bytes
     */
    public record Inner(ByteBuffer buffer, int addressAt) {}

    /** A buffer that points nowhere. */
    public static InOut of(ByteBuffer buffer) {
        return new InOut(buffer, Optional.empty());
    }

    /** A buffer in which the address of another is put before the call. */
    public static InOut pointing(ByteBuffer buffer, int addressAt, ByteBuffer inner) {
        return new InOut(buffer, Optional.of(new Inner(inner, addressAt)));
    }
}
