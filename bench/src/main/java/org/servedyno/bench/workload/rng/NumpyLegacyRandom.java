package org.servedyno.bench.workload.rng;

/** Draws what {@code numpy.random.seed(seed)} and the functions of its legacy generator draw (checked against numpy 1.24). For one thread. */
public final class NumpyLegacyRandom {
    private final MersenneTwister twister;

    private NumpyLegacyRandom(MersenneTwister twister) {
        this.twister = twister;
    }

    /**
     * As {@code numpy.random.seed(seed)}.
     *
     * @param seed from 0 to 2^32 - 1, as numpy wants it
     */
    public static NumpyLegacyRandom seeded(long seed) {
        if (seed < 0 || seed > 0xFFFFFFFFL) {
            throw new IllegalArgumentException("seed must be from 0 to 4294967295, is " + seed);
        }
        return new NumpyLegacyRandom(MersenneTwister.seededByWord((int) seed));
    }

    /**
     * As {@code gamma(1, scale)}, which is how vLLM draws the gaps of Poisson arrivals. The uniform draws are numpy's bit for bit; the
     * logarithm is Java's and may differ from C's by one unit in the last place about once in a thousand draws.
     */
    public double exponential(double scale) {
        return scale * -Math.log(1.0 - twister.nextDouble());
    }

    /** As {@code randint(0, bound)}: a number in [0, bound). */
    public int below(int bound) {
        int highest = bound - 1;
        int mask = highest == 0 ? 0 : -1 >>> Integer.numberOfLeadingZeros(highest);
        int drawn = twister.next32() & mask;
        while (drawn > highest) {
            drawn = twister.next32() & mask;
        }
        return drawn;
    }
}
