package org.servedyno.probe.cuda.deep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.servedyno.probe.cuda.driver.DriverCallException;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory.Compute;

/** The compute load: one run whose results are computed here as well, then timed ones long enough for clock and power to settle. */
final class FmaMeasurement {
    private static final double RUN_MS = 100;
    private static final int REPEATS = 10;

    /** Long enough to reckon from, short on the slowest GPU. */
    private static final int TRIAL_ROUNDS = 1_024;

    private static final double FLOPS_A_MULTIPLY_ADD = 2;
    private static final double FLOPS_A_MS_OF_1_TFLOPS = 1e9;

    private final FmaKernel kernel;
    private final DeviceTimer timer;
    private final Runnable busy;
    private final Runnable idle;

    private FmaMeasurement(FmaKernel kernel, DeviceTimer timer, Runnable busy, Runnable idle) {
        this.kernel = kernel;
        this.timer = timer;
        this.busy = busy;
        this.idle = idle;
    }

    /**
     * Measures the device of the current context.
     *
     * @param busy called when the timed runs begin
     * @param idle called when they have ended
     */
    static Reading<Compute> measure(DeviceContext context, Runnable busy, Runnable idle) throws DriverCallException {
        try (FmaKernel kernel = FmaKernel.load(context.device());
                DeviceTimer timer = DeviceTimer.create()) {
            return new FmaMeasurement(kernel, timer, busy, idle).run();
        }
    }

    private Reading<Compute> run() throws DriverCallException {
        kernel.enqueue(FmaKernel.CHECKED_ROUNDS);
        long wrong = FmaKernel.differing(kernel.results(), FmaKernel.expected(FmaKernel.CHECKED_ROUNDS));
        if (wrong > 0) {
            return Reading.absent("the GPU computed wrong results: " + wrong + " differ from IEEE 754");
        }
        double trialMs = timer.timeMs(() -> kernel.enqueue(TRIAL_ROUNDS));
        int rounds = (int) Math.max(1, Math.min(Integer.MAX_VALUE, TRIAL_ROUNDS * RUN_MS / trialMs));
        busy.run();
        try {
            return timed(rounds);
        } finally {
            idle.run();
        }
    }

    private Reading<Compute> timed(int rounds) throws DriverCallException {
        List<Double> times = new ArrayList<>();
        List<Double> clocks = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            times.add(timer.timeMs(() -> kernel.enqueue(rounds)));
            BlockClocks blocks = kernel.clocks();
            clocks.add(blocks.smMhz());
            rates.add(kernel.perSmCycle(rounds, blocks.cycles()));
            float[] results = kernel.results();
            long odd = FmaKernel.differing(results, FmaKernel.firstWarp(results));
            if (odd > 0) {
                return Reading.absent("the GPU computed wrong results: " + odd + " differ from their like");
            }
        }
        Collections.sort(times);
        Collections.sort(clocks);
        Collections.sort(rates);
        double flops = kernel.multiplyAdds(rounds) * FLOPS_A_MULTIPLY_ADD / FLOPS_A_MS_OF_1_TFLOPS;
        return Reading.of(new Compute(
                flops / DeviceTimer.median(times),
                flops / times.get(times.size() - 1),
                flops / times.get(0),
                times.size(),
                DeviceTimer.median(clocks),
                clocks.get(0),
                DeviceTimer.median(rates)));
    }
}
