package org.servedyno.bench.micro;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import jcuda.Pointer;
import jcuda.Sizeof;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;

/**
 * A naive matrix product in single precision, an element a thread and no tiling. It says what such a kernel reaches and lets nodes
 * be compared; a tuned library, and the tensor cores, reach many times as much.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class CudaNaiveGemm {
    private static final int EDGE = 16;
    private static final int TWO = Float.floatToRawIntBits(2f);
    private static final int HALF = Float.floatToRawIntBits(0.5f);

    /** Rows and columns of each matrix, a multiple of 16; a power of two up to 2^23 makes the result exact. */
    @Param({"1024", "4096"})
    public int edge;

    private CUfunction gemm = new CUfunction();
    private final CUdeviceptr left = new CUdeviceptr();
    private final CUdeviceptr right = new CUdeviceptr();
    private final CUdeviceptr product = new CUdeviceptr();

    /** What was computed, beside the count of products. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Computed {
        /** 10^6 floating-point operations, 2 edge^3 a product; JMH shows them a second, so 10^6 of them are a TFLOP/s. */
        public long megaflop;
    }

    /** Fills the factors: all 2 and all 1/2, so that every element of the product is the edge. */
    @Setup(Level.Trial)
    public void fill(Gpu gpu) throws DriverCallException {
        gpu.use();
        gemm = gpu.kernel("servedyno_naive_gemm");
        long elements = (long) edge * edge;
        for (CUdeviceptr matrix : new CUdeviceptr[] {left, right, product}) {
            DriverCall.check("cuMemAlloc", JCudaDriver.cuMemAlloc(matrix, elements * Sizeof.FLOAT));
        }
        DriverCall.check("cuMemsetD32", JCudaDriver.cuMemsetD32(left, TWO, elements));
        DriverCall.check("cuMemsetD32", JCudaDriver.cuMemsetD32(right, HALF, elements));
    }

    /** One product. */
    @Benchmark
    public void product(Gpu gpu, Computed computed) throws DriverCallException {
        Pointer arguments =
                Pointer.to(Pointer.to(left), Pointer.to(right), Pointer.to(product), Pointer.to(new int[] {edge}));
        DriverCall.check(
                "cuLaunchKernel",
                JCudaDriver.cuLaunchKernel(gemm, edge / EDGE, edge / EDGE, 1, EDGE, EDGE, 1, 0, null, arguments, null));
        DriverCall.check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
        computed.megaflop += 2L * edge * edge * edge / 1_000_000;
    }

    /** Fails the benchmark when a product is wrong. */
    @TearDown(Level.Trial)
    public void check(Gpu gpu) throws DriverCallException {
        gpu.use();
        float[] elements = new float[edge * edge];
        DriverCall.check(
                "cuMemcpyDtoH",
                JCudaDriver.cuMemcpyDtoH(Pointer.to(elements), product, (long) elements.length * Sizeof.FLOAT));
        float[] expected = new float[elements.length];
        Arrays.fill(expected, edge);
        if (!Arrays.equals(elements, expected)) {
            throw new IllegalStateException("the GPU computed a wrong product");
        }
    }
}
