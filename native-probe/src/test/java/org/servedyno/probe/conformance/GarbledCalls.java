package org.servedyno.probe.conformance;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.servedyno.probe.nvml.call.InOut;
import org.servedyno.probe.nvml.call.NvmlCalls;
import org.servedyno.probe.nvml.call.NvmlReturn;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/** An NVML that starts, shows three GPUs, and from there answers whatever comes: any code, any bytes. Safe for several threads. */
final class GarbledCalls implements NvmlCalls {
    private static final int GPUS = 3;

    /** Mostly success, so that the garbled bytes are read; never a code that asks for a retry after a pause. */
    private static final int[] CODES = {0, 0, 0, 0, 0, 0, 2, 3, 4, 6, 7, 13, 15, 21, 25, 26, 28, 4711};

    private static final int TIMEOUT = 10;
    private static final int WAIT_MS = 20;

    private final Random random;

    GarbledCalls(long seed) {
        random = new Random(seed);
    }

    @Override
    public NvmlReturn call(String symbol, Object... arguments) {
        return switch (symbol) {
            case "nvmlInit_v2", "nvmlShutdown" -> NvmlReturn.SUCCESS;
            case "nvmlDeviceGetCount_v2" -> {
                ((ByteBuffer) arguments[0]).putInt(0, GPUS);
                yield NvmlReturn.SUCCESS;
            }
            case "nvmlEventSetWait_v2" -> waited(arguments);
            default -> garbled(arguments);
        };
    }

    private NvmlReturn waited(Object[] arguments) {
        try {
            Thread.sleep(WAIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        NvmlReturn result = garbled(arguments);
        return result.ok() ? result : new NvmlReturn(TIMEOUT);
    }

    private synchronized NvmlReturn garbled(Object[] arguments) {
        for (Object argument : arguments) {
            if (argument instanceof ByteBuffer buffer) {
                garble(buffer);
            } else if (argument instanceof InOut both) {
                garble(both.buffer());
                both.inner().ifPresent(inner -> garble(inner.buffer()));
            }
        }
        return new NvmlReturn(CODES[random.nextInt(CODES.length)]);
    }

    /** Small numbers, extreme ones, or noise, so that no value stays what it is meant to be. */
    private void garble(ByteBuffer buffer) {
        int kind = random.nextInt(4);
        for (int at = 0; at < buffer.capacity(); at++) {
            byte noise = (byte) random.nextInt();
            buffer.put(
                    at,
                    switch (kind) {
                        case 0 -> (byte) 0;
                        case 1 -> (byte) 0xFF;
                        case 2 -> at % Integer.BYTES == 0 ? (byte) (noise & 3) : (byte) 0;
                        default -> noise;
                    });
        }
    }

    @Override
    public synchronized Reading<String> file(Path path) {
        return random.nextBoolean() ? Reading.of("-7 \u0001") : Reading.absent(path + " cannot be read");
    }

    @Override
    public ClockAnchor now() {
        return ClockAnchor.now();
    }

    @Override
    public String library() {
        return "garbled";
    }
}
