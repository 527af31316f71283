package org.servedyno.probe.cuda.driver;

import jcuda.driver.CUresult;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory.Answer;

/** What the driver's calls return, made an answer, an exception, or a reading. */
public final class DriverCall {
    private DriverCall() {}

    /** Something read by calls of the driver. */
    @FunctionalInterface
    public interface Read<T> {
        T get() throws DriverCallException;
    }

    /** The answer that a code is. */
    public static Answer answer(int code) {
        String known = CUresult.stringFor(code);
        return new Answer(code, known.startsWith("CUDA_") ? known : "unknown code");
    }

    /**
     * Goes on when the call did what it was asked to.
     *
     * @param function the call's name
     * @param code what it returned
     */
    public static void check(String function, int code) throws DriverCallException {
        if (code != CUresult.CUDA_SUCCESS) {
            throw new DriverCallException(function, answer(code));
        }
    }

    /** What was read, or which call failed and how. */
    public static <T> Reading<T> reading(Read<T> read) {
        try {
            return Reading.of(read.get());
        } catch (DriverCallException e) {
            return Reading.absent(String.valueOf(e.getMessage()));
        }
    }
}
