package org.servedyno.bench.micro;

import java.util.concurrent.TimeUnit;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.JCudaDriver;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;

/** The time from starting a kernel that does nothing to knowing that it is done, through the Java binding. */
@State(Scope.Benchmark)
@BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class CudaLaunches {
    private CUfunction empty = new CUfunction();
    private final Pointer noArguments = Pointer.to(new Pointer[] {});

    /** Finds the kernel. */
    @Setup(Level.Trial)
    public void find(Gpu gpu) throws DriverCallException {
        gpu.use();
        empty = gpu.kernel("servedyno_empty");
    }

    /** Starts it and waits for it. */
    @Benchmark
    public void launchAndWait(Gpu gpu) throws DriverCallException {
        DriverCall.check(
                "cuLaunchKernel", JCudaDriver.cuLaunchKernel(empty, 1, 1, 1, 1, 1, 1, 0, null, noArguments, null));
        DriverCall.check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
    }
}
