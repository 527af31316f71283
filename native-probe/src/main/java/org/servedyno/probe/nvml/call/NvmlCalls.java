package org.servedyno.probe.nvml.call;

import java.nio.file.Path;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/**
 * Everything that the probe of real GPUs asks the world: the driver's library, and the few files of the kernel beside it. One
 * interface for all of it, so that whatever was asked can be recorded and played back. Safe for several threads.
 */
public interface NvmlCalls {
    /**
     * Calls a function that returns {@code nvmlReturn_t}. One that the library lacks answers {@link NvmlReturn#FUNCTION_NOT_FOUND}.
     *
     * @param arguments as the C signature has them: {@code Integer} for 32 bits, {@code Long} for 64 bits and for handles, {@code
     *     String}, a direct {@code ByteBuffer} that the function fills, {@link InOut} for one that it also reads
     */
    NvmlReturn call(String symbol, Object... arguments);

    /** The text of a small file of the kernel, for example {@code /sys/bus/pci/devices/0000:19:00.0/numa_node}. */
    Reading<String> file(Path path);

    /** Both clocks now. */
    ClockAnchor now();

    /** The library's file as it is mapped. */
    String library();
}
