package org.servedyno.probe.cuda.driver;

import org.servedyno.results.model.gpu.CudaInventory.Fault;

/** CUDA's driver cannot be used here. */
public final class DriverUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Fault fault;

    DriverUnavailableException(Fault fault) {
        super(fault.seen());
        this.fault = fault;
    }

    /** Why, what was tried, and what to do. */
    public Fault fault() {
        return fault;
    }
}
