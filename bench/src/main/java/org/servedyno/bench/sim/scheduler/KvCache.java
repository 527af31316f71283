package org.servedyno.bench.sim.scheduler;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.servedyno.bench.sim.model.MemoryPlan;

/**
 * The KV cache in blocks, shared by prefix. A full block is known by the hash of its tokens and of all before them. A block that nobody
 * holds keeps its content until it is needed for something else, the longest unused one first.
 */
final class KvCache {
    private static final int BLOCK = MemoryPlan.BLOCK_TOKENS;

    private final int total;
    private final boolean shareByPrefix;
    private final int[] holders;
    private final long[] hashes;
    private final boolean[] hashed;
    private final Map<Long, Integer> byHash = new HashMap<>();
    /** A ring of free blocks through these two arrays; the entry after the last block is its head. */
    private final int[] next;

    private final int[] previous;
    private int free;

    KvCache(int total, boolean shareByPrefix) {
        this.total = total;
        this.shareByPrefix = shareByPrefix;
        holders = new int[total];
        hashes = new long[total];
        hashed = new boolean[total];
        next = new int[total + 1];
        previous = new int[total + 1];
        next[total] = total;
        previous[total] = total;
        for (int block = 0; block < total; block++) {
            pushFree(block);
        }
    }

    int free() {
        return free;
    }

    double usage() {
        return 1 - (double) free / total;
    }

    static int blocksFor(int tokens) {
        return (tokens + BLOCK - 1) / BLOCK;
    }

    /** Blocks at the sequence's beginning that the cache holds; always leaves at least one known token to compute. */
    int cachedBlocks(Sequence sequence) {
        if (!shareByPrefix) {
            return 0;
        }
        int most = (sequence.knownCount() - 1) / BLOCK;
        int found = 0;
        while (found < most && byHash.containsKey(sequence.blockHash(found, BLOCK))) {
            found++;
        }
        return found;
    }

    /** How many of the sequence's first {@code cachedBlocks} blocks are free now, so that holding them takes from the free ones. */
    int freeAmongCached(Sequence sequence, int cachedBlocks) {
        int count = 0;
        for (int i = 0; i < cachedBlocks; i++) {
            if (holders[cached(sequence, i)] == 0) {
                count++;
            }
        }
        return count;
    }

    /** Lets the sequence, which has no blocks yet, share the first {@code cachedBlocks} found by {@link #cachedBlocks}. */
    void share(Sequence sequence, int cachedBlocks) {
        for (int i = 0; i < cachedBlocks; i++) {
            int block = cached(sequence, i);
            if (holders[block]++ == 0) {
                removeFree(block);
            }
            sequence.appendBlock(block);
        }
    }

    private int cached(Sequence sequence, int index) {
        Integer block = byHash.get(sequence.blockHash(index, BLOCK));
        if (block == null) {
            throw new IllegalStateException("block " + index + " is not in the prefix cache");
        }
        return block;
    }

    /** Gives the sequence blocks for its first {@code tokens} tokens; changes nothing and returns false when there are too few. */
    boolean grow(Sequence sequence, int tokens) {
        int missing = blocksFor(tokens) - sequence.blockCount();
        if (missing > free) {
            return false;
        }
        for (int i = 0; i < missing; i++) {
            int block = next[total];
            removeFree(block);
            forget(block);
            holders[block] = 1;
            sequence.appendBlock(block);
        }
        return true;
    }

    /** Makes the blocks that the computation just filled findable by their content. */
    void publish(Sequence sequence, int computedBefore) {
        if (!shareByPrefix) {
            return;
        }
        for (int i = computedBefore / BLOCK; i < sequence.computedCount() / BLOCK; i++) {
            int block = sequence.block(i);
            long hash = sequence.blockHash(i, BLOCK);
            if (!hashed[block] && byHash.putIfAbsent(hash, block) == null) {
                hashed[block] = true;
                hashes[block] = hash;
            }
        }
    }

    /** Takes all blocks back; the last ones of the sequence will be reused first. */
    void release(Sequence sequence) {
        for (int i = sequence.blockCount() - 1; i >= 0; i--) {
            int block = sequence.block(i);
            if (--holders[block] == 0) {
                pushFree(block);
            }
        }
        sequence.dropBlocks();
    }

    /** Forgets the content of every block; running sequences keep theirs but nobody can share them any more. */
    void resetPrefixes() {
        byHash.clear();
        Arrays.fill(hashed, false);
    }

    private void forget(int block) {
        if (hashed[block]) {
            hashed[block] = false;
            byHash.remove(hashes[block]);
        }
    }

    private void pushFree(int block) {
        int last = previous[total];
        next[last] = block;
        previous[block] = last;
        next[block] = total;
        previous[total] = block;
        free++;
    }

    private void removeFree(int block) {
        next[previous[block]] = next[block];
        previous[next[block]] = previous[block];
        free--;
    }
}
