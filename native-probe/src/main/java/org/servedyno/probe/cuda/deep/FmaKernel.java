package org.servedyno.probe.cuda.deep;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.Sizeof;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;
import org.servedyno.probe.cuda.driver.DeviceReader;
import org.servedyno.probe.cuda.driver.DriverCall;
import org.servedyno.probe.cuda.driver.DriverCallException;

/** The multiply-add kernel of {@code fma.ptx} on every SM of the current context's device, and what it must compute. */
final class FmaKernel implements AutoCloseable {
    static final int STEPS_A_ROUND = 32;

    /** Rounds for a run whose results are worth computing here as well. */
    static final int CHECKED_ROUNDS = 64;

    private static final int CHAINS = 8;
    private static final int LANES = 32;
    private static final int THREADS = 256;

    /** 1024 threads with eight chains each: more than enough to hide a multiply-add's latency, and within every GPU's limits. */
    private static final int BLOCKS_AN_SM = 4;

    /**
     * The float next to -1, so that a chain swings between its start and its distance from {@link #ADDEND}: it neither overflows nor
     * settles, and its bits keep changing as in real work.
     */
    private static final float FACTOR = -0.99999994f;

    private static final float ADDEND = 1f / 3;

    private final CUmodule module = new CUmodule();
    private final CUfunction function = new CUfunction();
    private final int multiprocessors;
    private final DeviceBuffer results;
    private final DeviceBuffer clocks;

    private FmaKernel(int multiprocessors, DeviceBuffer results, DeviceBuffer clocks) {
        this.multiprocessors = multiprocessors;
        this.results = results;
        this.clocks = clocks;
    }

    static FmaKernel load(CUdevice device) throws DriverCallException {
        int multiprocessors =
                DeviceReader.attributeValue(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        int blocks = multiprocessors * BLOCKS_AN_SM;
        FmaKernel kernel = new FmaKernel(
                multiprocessors,
                DeviceBuffer.allocate((long) blocks * THREADS * Sizeof.FLOAT),
                DeviceBuffer.allocate((long) blocks * BlockClocks.VALUES_A_BLOCK * Sizeof.LONG));
        DriverCall.check("cuModuleLoadData", JCudaDriver.cuModuleLoadData(kernel.module, text()));
        DriverCall.check(
                "cuModuleGetFunction",
                JCudaDriver.cuModuleGetFunction(kernel.function, kernel.module, "servedyno_fma"));
        return kernel;
    }

    private static String text() {
        try (InputStream in = FmaKernel.class.getResourceAsStream("fma.ptx")) {
            if (in == null) {
                throw new IllegalStateException("fma.ptx is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int blocks() {
        return multiprocessors * BLOCKS_AN_SM;
    }

    /** Multiply-adds of a run on all SMs together. */
    double multiplyAdds(int rounds) {
        return (double) blocks() * THREADS * CHAINS * STEPS_A_ROUND * rounds;
    }

    /** Multiply-adds that one SM finished in a cycle, when its blocks took this many. */
    double perSmCycle(int rounds, double cycles) {
        return multiplyAdds(rounds) / multiprocessors / cycles;
    }

    /** Puts a run on the default stream. */
    void enqueue(int rounds) throws DriverCallException {
        Pointer arguments = Pointer.to(
                Pointer.to(results.pointer()),
                Pointer.to(clocks.pointer()),
                Pointer.to(new int[] {rounds}),
                Pointer.to(new float[] {FACTOR}),
                Pointer.to(new float[] {ADDEND}));
        DriverCall.check(
                "cuLaunchKernel",
                JCudaDriver.cuLaunchKernel(function, blocks(), 1, 1, THREADS, 1, 1, 0, null, arguments, null));
    }

    /** What each thread of the last run computed. */
    float[] results() throws DriverCallException {
        float[] all = new float[blocks() * THREADS];
        DriverCall.check(
                "cuMemcpyDtoH",
                JCudaDriver.cuMemcpyDtoH(Pointer.to(all), results.pointer(), (long) all.length * Sizeof.FLOAT));
        return all;
    }

    /** When each block of the last run began and ended. */
    BlockClocks clocks() throws DriverCallException {
        long[] all = new long[blocks() * BlockClocks.VALUES_A_BLOCK];
        DriverCall.check(
                "cuMemcpyDtoH",
                JCudaDriver.cuMemcpyDtoH(Pointer.to(all), clocks.pointer(), (long) all.length * Sizeof.LONG));
        return BlockClocks.of(all);
    }

    /** What the lanes of every warp must compute; IEEE 754 leaves no choice, here or there. */
    static float[] expected(int rounds) {
        float[] lanes = new float[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            for (int chain = 0; chain < CHAINS; chain++) {
                float value = lane + chain;
                for (int step = 0; step < rounds * STEPS_A_ROUND; step++) {
                    value = Math.fma(value, FACTOR, ADDEND);
                }
                lanes[lane] += value;
            }
        }
        return lanes;
    }

    /** How many of the results are not, bit for bit, what their lane should have. */
    static long differing(float[] results, float[] lanes) {
        long differing = 0;
        for (int i = 0; i < results.length; i++) {
            if (Float.floatToRawIntBits(results[i]) != Float.floatToRawIntBits(lanes[i % LANES])) {
                differing++;
            }
        }
        return differing;
    }

    /** The results of the first warp, by lane. */
    static float[] firstWarp(float[] results) {
        return Arrays.copyOf(results, LANES);
    }

    @Override
    public void close() {
        // All of it goes with the process at the latest.
        JCudaDriver.cuModuleUnload(module);
        results.close();
        clocks.close();
    }
}
