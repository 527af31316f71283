package org.servedyno.probe.sim.chip;

import java.util.Random;

/** Small, seeded errors of a GPU's power sensor. */
public final class SensorNoise {
    /** One standard deviation, as a share of the reading. */
    private static final double POWER_SIGMA = 0.003;

    private static final double LIMIT_SIGMAS = 3;
    private static final long GPU_SALT = 0x9E3779B97F4A7C15L;

    private final Random random;

    /** The errors of one GPU's sensor. */
    public SensorNoise(long seed, int gpu) {
        this.random = new Random(seed ^ (GPU_SALT * (gpu + 1)));
    }

    /** What the sensor shows for a true power, watts; at most 0.9 % off. */
    public double power(double watts) {
        double sigmas = Math.max(-LIMIT_SIGMAS, Math.min(LIMIT_SIGMAS, random.nextGaussian()));
        return watts * (1 + POWER_SIGMA * sigmas);
    }
}
