package org.servedyno.probe.cuda.deep;

import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;
import org.servedyno.probe.cuda.driver.DeviceReader;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;

/** A device's primary context, held until closed. For one thread. */
public final class DeviceContext implements AutoCloseable {
    private final CUdevice device;
    private final CUcontext context = new CUcontext();

    private DeviceContext(CUdevice device) {
        this.device = device;
    }

    /** Makes it and makes it current. */
    public static DeviceContext open(int ordinal) throws DriverCallException {
        DeviceContext made = new DeviceContext(DeviceReader.handle(ordinal));
        DriverCall.check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(made.context, made.device));
        made.use();
        return made;
    }

    /** Makes it current. */
    public void use() throws DriverCallException {
        DriverCall.check("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(context));
    }

    CUdevice device() {
        return device;
    }

    CUcontext context() {
        return context;
    }

    @Override
    public void close() {
        // It goes with the process at the latest.
        JCudaDriver.cuDevicePrimaryCtxRelease(device);
    }
}
