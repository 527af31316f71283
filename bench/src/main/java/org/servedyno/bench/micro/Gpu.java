package org.servedyno.bench.micro;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.servedyno.probe.cuda.CudaRequest;
import org.servedyno.probe.cuda.deep.DeviceContext;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;
import org.servedyno.probe.cuda.driver.DriverLibrary;
import org.servedyno.probe.cuda.driver.DriverUnavailableException;

/** The device under a benchmark, its context and our kernels. It lasts as long as the fork, with which everything goes. */
@State(Scope.Benchmark)
public class Gpu {
    /** CUDA's number of the device. */
    @Param("0")
    public int device;

    private Optional<DeviceContext> context = Optional.empty();
    private final CUmodule kernels = new CUmodule();

    /** Loads the driver and makes the context. */
    @Setup(Level.Trial)
    public void open() throws DriverUnavailableException, DriverCallException {
        DriverLibrary.start(
                CudaRequest.of(Optional.empty(), System.getenv(), false).library());
        context = Optional.of(DeviceContext.open(device));
        DriverCall.check("cuModuleLoadData", JCudaDriver.cuModuleLoadData(kernels, text()));
    }

    /** A context is current to a thread, and nobody promises that iterations share theirs. */
    @Setup(Level.Iteration)
    public void use() throws DriverCallException {
        context.orElseThrow().use();
    }

    /** One of the functions in {@code kernels.ptx}. */
    CUfunction kernel(String name) throws DriverCallException {
        CUfunction function = new CUfunction();
        DriverCall.check("cuModuleGetFunction", JCudaDriver.cuModuleGetFunction(function, kernels, name));
        return function;
    }

    private static String text() {
        try (InputStream in = Gpu.class.getResourceAsStream("kernels.ptx")) {
            if (in == null) {
                throw new IllegalStateException("kernels.ptx is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
