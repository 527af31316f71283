package org.servedyno.bench.workload.rng;

/**
 * MT19937 (Matsumoto and Nishimura 1998) with both of its usual seedings. The 32-bit words are the common ground of {@link PythonRandom}
 * and {@link NumpyLegacyRandom}. For one thread.
 */
final class MersenneTwister {
    private static final int N = 624;
    private static final int M = 397;

    private final int[] state = new int[N];
    private int next = N;

    private MersenneTwister() {}

    /** Seeded from one word (the reference's init_genrand). */
    static MersenneTwister seededByWord(int seed) {
        MersenneTwister twister = new MersenneTwister();
        int[] mt = twister.state;
        mt[0] = seed;
        for (int i = 1; i < N; i++) {
            mt[i] = 1812433253 * (mt[i - 1] ^ (mt[i - 1] >>> 30)) + i;
        }
        return twister;
    }

    /** Seeded from a key of words (the reference's init_by_array). */
    static MersenneTwister seededByKey(int[] key) {
        MersenneTwister twister = seededByWord(19650218);
        int[] mt = twister.state;
        int i = 1;
        int j = 0;
        for (int k = Math.max(N, key.length); k > 0; k--) {
            mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >>> 30)) * 1664525)) + key[j] + j;
            i = twister.nextIndex(i);
            j = j + 1 == key.length ? 0 : j + 1;
        }
        for (int k = N - 1; k > 0; k--) {
            mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >>> 30)) * 1566083941)) - i;
            i = twister.nextIndex(i);
        }
        mt[0] = 0x80000000;
        return twister;
    }

    private int nextIndex(int i) {
        if (i + 1 < N) {
            return i + 1;
        }
        state[0] = state[N - 1];
        return 1;
    }

    /** The next word; all 32 bits are random. */
    int next32() {
        if (next == N) {
            twist();
        }
        int y = state[next++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    /** The next double in [0, 1) with 53 random bits, from two words. */
    double nextDouble() {
        int high = next32() >>> 5;
        int low = next32() >>> 6;
        return (high * 0x1p26 + low) / 0x1p53;
    }

    private void twist() {
        for (int i = 0; i < N; i++) {
            int y = (state[i] & 0x80000000) | (state[(i + 1) % N] & 0x7fffffff);
            state[i] = state[(i + M) % N] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
        }
        next = 0;
    }
}
