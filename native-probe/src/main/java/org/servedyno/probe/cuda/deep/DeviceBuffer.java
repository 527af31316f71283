package org.servedyno.probe.cuda.deep;

import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;

/** Memory of the device whose context was current, until it is closed under the same context. */
final class DeviceBuffer implements AutoCloseable {
    private final CUdeviceptr pointer = new CUdeviceptr();

    private DeviceBuffer() {}

    static DeviceBuffer allocate(long sizeBytes) throws DriverCallException {
        DeviceBuffer buffer = new DeviceBuffer();
        DriverCall.check(
                "cuMemAlloc of " + (sizeBytes >> 20) + " MiB", JCudaDriver.cuMemAlloc(buffer.pointer, sizeBytes));
        return buffer;
    }

    CUdeviceptr pointer() {
        return pointer;
    }

    @Override
    public void close() {
        // It goes with the process at the latest.
        JCudaDriver.cuMemFree(pointer);
    }
}
