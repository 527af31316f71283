package org.servedyno.bench.micro;

import java.util.concurrent.TimeUnit;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;

/** Blocking copies between pinned host memory and a device, as a program sees them: copies a second, and MiB a second beside it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class CudaCopies {
    /** How much one operation copies. */
    @Param({"1", "16", "256"})
    public int sizeMib;

    private final Pointer host = new Pointer();
    private final CUdeviceptr target = new CUdeviceptr();

    /** What is copied, beside the count of copies. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Copied {
        /** MiB that were copied; JMH shows them a second. */
        public long mebibytes;
    }

    /** Allocates both sides. */
    @Setup(Level.Trial)
    public void allocate(Gpu gpu) throws DriverCallException {
        gpu.use();
        DriverCall.check("cuMemHostAlloc", JCudaDriver.cuMemHostAlloc(host, bytes(), 0));
        DriverCall.check("cuMemAlloc", JCudaDriver.cuMemAlloc(target, bytes()));
    }

    private long bytes() {
        return (long) sizeMib << 20;
    }

    /** Host to device. */
    @Benchmark
    public void hostToDevice(Gpu gpu, Copied copied) throws DriverCallException {
        DriverCall.check("cuMemcpyHtoD", JCudaDriver.cuMemcpyHtoD(target, host, bytes()));
        copied.mebibytes += sizeMib;
    }

    /** Device to host. */
    @Benchmark
    public void deviceToHost(Gpu gpu, Copied copied) throws DriverCallException {
        DriverCall.check("cuMemcpyDtoH", JCudaDriver.cuMemcpyDtoH(host, target, bytes()));
        copied.mebibytes += sizeMib;
    }
}
