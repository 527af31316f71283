package org.servedyno.probe.nvml.call;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;

/**
 * Asks again where NVML's answer says that it may help: once when the driver is short of something, with a growing pause while it is
 * not ready, and after a new init, once in the life of the probe, when NVML says that it was never started.
 */
public final class RetryingCalls implements NvmlCalls {
    private static final int NOT_YET_TRIES = 3;
    private static final long FIRST_PAUSE_MS = 5;

    private final NvmlCalls calls;
    private final AtomicBoolean startedAgain = new AtomicBoolean();

    public RetryingCalls(NvmlCalls calls) {
        this.calls = calls;
    }

    @Override
    public NvmlReturn call(String symbol, Object... arguments) {
        NvmlReturn result = calls.call(symbol, arguments);
        if (result.equals(NvmlReturn.UNINITIALIZED) && startedAgain.compareAndSet(false, true)) {
            return calls.call("nvmlInit_v2").ok() ? calls.call(symbol, arguments) : result;
        }
        long pauseMs = FIRST_PAUSE_MS;
        for (int i = 0; i < NOT_YET_TRIES && result.worthRetrying(); i++) {
            if (!result.notYet()) {
                return calls.call(symbol, arguments);
            }
            if (!pause(pauseMs)) {
                return result;
            }
            pauseMs *= 2;
            result = calls.call(symbol, arguments);
        }
        return result;
    }

    private static boolean pause(long pauseMs) {
        try {
            TimeUnit.MILLISECONDS.sleep(pauseMs);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Reading<String> file(Path path) {
        return calls.file(path);
    }

    @Override
    public ClockAnchor now() {
        return calls.now();
    }

    @Override
    public String library() {
        return calls.library();
    }
}
