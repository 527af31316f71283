package org.servedyno.probe.cuda.deep;

import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;

/** Copies between the host and one device and within it, under its context. */
final class CopyMeasurement {
    /** Long against what starting a copy takes, which is microseconds. */
    static final long HOST_BYTES = 256L << 20;

    /** Many times the largest L2 cache there is, so that the memory is measured and not the cache. */
    private static final long DEVICE_BYTES = 1L << 30;

    /** Read and written. */
    private static final int WITHIN_DEVICE = 2;

    private CopyMeasurement() {}

    static Bandwidth hostToDevice() throws DriverCallException {
        return withHost((host, device) ->
                DriverCall.check("cuMemcpyHtoDAsync", JCudaDriver.cuMemcpyHtoDAsync(device, host, HOST_BYTES, null)));
    }

    static Bandwidth deviceToHost() throws DriverCallException {
        return withHost((host, device) ->
                DriverCall.check("cuMemcpyDtoHAsync", JCudaDriver.cuMemcpyDtoHAsync(host, device, HOST_BYTES, null)));
    }

    static Bandwidth deviceToDevice() throws DriverCallException {
        try (DeviceTimer timer = DeviceTimer.create();
                DeviceBuffer from = DeviceBuffer.allocate(DEVICE_BYTES);
                DeviceBuffer to = DeviceBuffer.allocate(DEVICE_BYTES)) {
            return timer.bandwidth(
                    DEVICE_BYTES,
                    WITHIN_DEVICE,
                    () -> DriverCall.check(
                            "cuMemcpyDtoDAsync",
                            JCudaDriver.cuMemcpyDtoDAsync(to.pointer(), from.pointer(), DEVICE_BYTES, null)));
        }
    }

    @FunctionalInterface
    private interface HostCopy {
        void enqueue(Pointer host, CUdeviceptr device) throws DriverCallException;
    }

    private static Bandwidth withHost(HostCopy copy) throws DriverCallException {
        Pointer host = new Pointer();
        DriverCall.check(
                "cuMemHostAlloc of " + (HOST_BYTES >> 20) + " MiB", JCudaDriver.cuMemHostAlloc(host, HOST_BYTES, 0));
        try (DeviceTimer timer = DeviceTimer.create();
                DeviceBuffer device = DeviceBuffer.allocate(HOST_BYTES)) {
            return timer.bandwidth(HOST_BYTES, 1, () -> copy.enqueue(host, device.pointer()));
        } finally {
            JCudaDriver.cuMemFreeHost(host);
        }
    }
}
