package org.servedyno.bench.workload.rng;

/**
 * Draws what {@code numpy.random.default_rng(seed).integers} draws: PCG64 (XSL-RR 128/64, O'Neill 2014) seeded through numpy's
 * SeedSequence, bounded by Lemire's method on 32-bit halves. For one thread.
 */
public final class Pcg64 {
    private static final long MULTIPLIER_HIGH = 0x2360ed051fc65da4L;
    private static final long MULTIPLIER_LOW = 0x4385df649fccf645L;
    private static final long WORD_32 = 0xFFFFFFFFL;

    private final long incrementHigh;
    private final long incrementLow;
    private long stateHigh;
    private long stateLow;
    private boolean halfKept;
    private int keptHalf;

    private Pcg64(long[] seedWords) {
        incrementHigh = (seedWords[2] << 1) | (seedWords[3] >>> 63);
        incrementLow = (seedWords[3] << 1) | 1;
        step();
        add(seedWords[0], seedWords[1]);
        step();
    }

    /**
     * As {@code numpy.random.default_rng(seed)}.
     *
     * @param seed 0 or more, as numpy wants it
     */
    public static Pcg64 seeded(long seed) {
        if (seed < 0) {
            throw new IllegalArgumentException("seed must be 0 or more, is " + seed);
        }
        return new Pcg64(SeedSequence.words(seed));
    }

    /** The next 64 random bits. */
    public long next64() {
        step();
        return Long.rotateRight(stateHigh ^ stateLow, (int) (stateHigh >>> 58));
    }

    /** A number in [low, high); when only one number is possible, nothing is drawn. */
    public int integer(int low, int high) {
        long range = (long) high - 1 - low;
        if (range < 0 || range >= WORD_32) {
            throw new IllegalArgumentException("no number in [" + low + ", " + high + ")");
        }
        if (range == 0) {
            return low;
        }
        long choices = range + 1;
        long product = next32() * choices;
        if ((product & WORD_32) < choices) {
            long threshold = (WORD_32 - range) % choices;
            while ((product & WORD_32) < threshold) {
                product = next32() * choices;
            }
        }
        return (int) (low + (product >>> 32));
    }

    /** As {@code integers(low, high, size=count)}. */
    public int[] integers(int low, int high, int count) {
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            drawn[i] = integer(low, high);
        }
        return drawn;
    }

    private long next32() {
        if (halfKept) {
            halfKept = false;
            return keptHalf & WORD_32;
        }
        long whole = next64();
        halfKept = true;
        keptHalf = (int) (whole >>> 32);
        return whole & WORD_32;
    }

    private void step() {
        long high = Math.multiplyHigh(stateLow, MULTIPLIER_LOW)
                + ((stateLow >> 63) & MULTIPLIER_LOW)
                + ((MULTIPLIER_LOW >> 63) & stateLow)
                + stateHigh * MULTIPLIER_LOW
                + stateLow * MULTIPLIER_HIGH;
        stateLow *= MULTIPLIER_LOW;
        stateHigh = high;
        add(incrementHigh, incrementLow);
    }

    private void add(long high, long low) {
        long sum = stateLow + low;
        long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
        stateLow = sum;
        stateHigh += high + carry;
    }

    /** The 128-bit state, high word first. */
    long[] state() {
        return new long[] {stateHigh, stateLow};
    }

    /** The 128-bit increment, high word first. */
    long[] increment() {
        return new long[] {incrementHigh, incrementLow};
    }
}
