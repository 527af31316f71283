package org.servedyno.bench.sim.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.servedyno.bench.sim.model.EngineProfile;
import org.servedyno.bench.sim.model.Roofline;
import org.servedyno.bench.sim.model.StepCost;
import org.servedyno.bench.sim.model.StepWork;

/**
 * Turns the roofline's cost into the duration of one real step: times the factor of this start, drawn once (the differences between forks that
 * a study has to average out), times a small jitter; dearer at first for every new batch size and, fading, for the process as a whole.
 * Same seed, same sequence of work: same durations. Used from one thread.
 */
public final class StepTimer {
    /** Standard deviation of the log of a single step's duration. */
    private static final double JITTER_SIGMA = 0.01;
    /** What all steps cost more right after the start, as a share. */
    private static final double YOUNG_PROCESS_SHARE = 0.06;
    /** Steps after which that share has fallen to 1/e. */
    private static final double YOUNG_PROCESS_STEPS = 250;
    /** After so many steps of one batch size its extra cost is below a thousandth. */
    private static final int COLD_STEPS = 10;

    private static final double NS_PER_MILLI = 1e6;

    private final Roofline roofline;
    private final double coldShapeMillis;
    private final double forkFactor;
    private final Random jitter;
    private final Map<Integer, Integer> stepsByBucket = new HashMap<>();
    private long steps;

    public StepTimer(Roofline roofline, EngineProfile profile, double noiseSigma, long seed) {
        this.roofline = roofline;
        this.coldShapeMillis = profile.coldShapeMillis();
        Random random = new Random(mix(seed));
        this.forkFactor = Math.exp(noiseSigma * random.nextGaussian());
        this.jitter = random;
    }

    /** The factor on all durations of this start; its log is normal with the noise's sigma. */
    public double forkFactor() {
        return forkFactor;
    }

    /** The cost of the next step. */
    public StepCost next(StepWork work) {
        StepCost ideal = roofline.cost(work);
        double youth = 1 + YOUNG_PROCESS_SHARE * Math.exp(-steps / YOUNG_PROCESS_STEPS);
        double factor = forkFactor * youth * Math.exp(JITTER_SIGMA * jitter.nextGaussian());
        steps++;
        return new StepCost(
                ideal.cpuNs() * factor + coldNs(work.tokens()),
                ideal.gpuNs() * factor,
                ideal.tensorNs(),
                ideal.dramNs());
    }

    /** Engines compile and tune per padded batch size; powers of two stand for those sizes. */
    private double coldNs(int tokens) {
        int seen = stepsByBucket.merge(Integer.highestOneBit(tokens), 1, Integer::sum) - 1;
        return seen >= COLD_STEPS ? 0 : coldShapeMillis * NS_PER_MILLI / (1 << seen);
    }

    /** Neighbouring seeds of {@link Random} begin alike; this spreads them (the finalizer of SplitMix64). */
    private static long mix(long seed) {
        long z = seed + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
