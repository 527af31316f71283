package org.servedyno.bench.workload.rng;

import java.util.Collections;
import java.util.List;

/** Draws what CPython's {@code random} module draws for the same seed (checked against CPython 3.11). For one thread. */
public final class PythonRandom {
    private final MersenneTwister twister;

    private PythonRandom(MersenneTwister twister) {
        this.twister = twister;
    }

    /** As {@code random.seed(seed)} with an integer: the sign doesn't matter. */
    public static PythonRandom seeded(long seed) {
        long magnitude = Math.abs(seed);
        int low = (int) magnitude;
        int high = (int) (magnitude >>> 32);
        int[] key = high == 0 ? new int[] {low} : new int[] {low, high};
        return new PythonRandom(MersenneTwister.seededByKey(key));
    }

    /** The top bits of the next word. */
    int bits(int count) {
        return twister.next32() >>> (32 - count);
    }

    /** A number in [0, bound), bound at least 1. */
    public int below(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be at least 1, is " + bound);
        }
        int width = 32 - Integer.numberOfLeadingZeros(bound);
        int drawn = bits(width);
        while (drawn >= bound || drawn < 0) {
            drawn = bits(width);
        }
        return drawn;
    }

    /** As {@code random.random()}: a double in [0, 1). */
    public double nextDouble() {
        return twister.nextDouble();
    }

    /** As {@code random.shuffle(list)}: in place. */
    public void shuffle(List<?> list) {
        for (int i = list.size() - 1; i >= 1; i--) {
            Collections.swap(list, i, below(i + 1));
        }
    }

    /** As {@code random.choices(range(size), k=count)}: indices with replacement. */
    public int[] choices(int size, int count) {
        int[] chosen = new int[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = (int) (nextDouble() * size);
        }
        return chosen;
    }
}
