package org.servedyno.probe.cuda.driver;

import org.servedyno.results.model.gpu.CudaInventory.Answer;

/** A call of CUDA's driver did not do what it was asked to. */
public final class DriverCallException extends Exception {
    private static final long serialVersionUID = 1L;

    DriverCallException(String function, Answer answer) {
        super(function + " answered " + answer);
    }
}
