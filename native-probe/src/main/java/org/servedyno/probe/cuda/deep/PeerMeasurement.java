package org.servedyno.probe.cuda.deep;

import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;

/** Copies from one device's memory to another's, one way and nothing else running. */
final class PeerMeasurement {
    private static final long BYTES = 256L << 20;

    private PeerMeasurement() {}

    static Bandwidth measure(int from, int to) throws DriverCallException {
        try (DeviceContext target = DeviceContext.open(to);
                DeviceBuffer targetBuffer = DeviceBuffer.allocate(BYTES);
                DeviceContext source = DeviceContext.open(from);
                DeviceBuffer sourceBuffer = DeviceBuffer.allocate(BYTES)) {
            allowAccess(source, target);
            try (DeviceTimer timer = DeviceTimer.create()) {
                return timer.bandwidth(
                        BYTES,
                        1,
                        () -> DriverCall.check(
                                "cuMemcpyPeerAsync",
                                JCudaDriver.cuMemcpyPeerAsync(
                                        targetBuffer.pointer(),
                                        target.context(),
                                        sourceBuffer.pointer(),
                                        source.context(),
                                        BYTES,
                                        null)));
            }
        }
    }

    /** Both ways, as either side's engine may do the copy; leaves the source's context current. */
    private static void allowAccess(DeviceContext source, DeviceContext target) throws DriverCallException {
        target.use();
        enable(source);
        source.use();
        enable(target);
    }

    private static void enable(DeviceContext peer) throws DriverCallException {
        int code = JCudaDriver.cuCtxEnablePeerAccess(peer.context(), 0);
        if (code != CUresult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) {
            DriverCall.check("cuCtxEnablePeerAccess", code);
        }
    }
}
