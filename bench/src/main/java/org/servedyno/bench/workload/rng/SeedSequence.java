package org.servedyno.bench.workload.rng;

/** numpy's SeedSequence: spreads a seed over a pool of four 32-bit words, and the pool over the words a generator starts from. */
final class SeedSequence {
    private static final int POOL_WORDS = 4;
    private static final int GENERATOR_WORDS = 8;

    private SeedSequence() {}

    /** The four 64-bit words that PCG64 starts from. */
    static long[] words(long seed) {
        int[] pool = pool(seed);
        int hash = 0x8b51f9dd;
        long[] words = new long[GENERATOR_WORDS / 2];
        for (int i = 0; i < GENERATOR_WORDS; i++) {
            int value = pool[i % POOL_WORDS] ^ hash;
            hash *= 0x58f38ded;
            value *= hash;
            value ^= value >>> 16;
            words[i / 2] |= (value & 0xFFFFFFFFL) << (32 * (i % 2));
        }
        return words;
    }

    static int[] pool(long seed) {
        int[] pool = {(int) seed, (int) (seed >>> 32), 0, 0};
        EntropyHash hash = new EntropyHash();
        for (int i = 0; i < POOL_WORDS; i++) {
            pool[i] = hash.of(pool[i]);
        }
        for (int source = 0; source < POOL_WORDS; source++) {
            for (int target = 0; target < POOL_WORDS; target++) {
                if (source != target) {
                    pool[target] = mix(pool[target], hash.of(pool[source]));
                }
            }
        }
        return pool;
    }

    private static int mix(int x, int y) {
        int mixed = 0xca01f9dd * x - 0x4973f715 * y;
        return mixed ^ (mixed >>> 16);
    }

    /** The multiplicative hash whose constant moves on with each word. */
    private static final class EntropyHash {
        private int constant = 0x43b0d7e5;

        int of(int word) {
            int value = word ^ constant;
            constant *= 0x931e8875;
            value *= constant;
            return value ^ (value >>> 16);
        }
    }
}
