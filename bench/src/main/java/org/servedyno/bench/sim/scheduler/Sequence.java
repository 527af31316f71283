package org.servedyno.bench.sim.scheduler;

import java.util.Arrays;

/** One request on its way through the scheduler. Its state belongs to the scheduler's thread. */
public final class Sequence {
    private static final long HASH_SEED = 0x9E3779B97F4A7C15L;

    private final TokenIds promptTokens;
    private final Answer answer;
    private final TokenSink sink;

    private int generatedCount;
    private int computedCount;
    private int prefillTarget;
    private int[] blocks = new int[8];
    private int blockCount;
    private long[] blockHashes = new long[0];
    private final SequenceTimes times = new SequenceTimes();

    /** A sequence with its prompt (at least one token), what it will say, and who listens. */
    public Sequence(TokenIds promptTokens, Answer answer, TokenSink sink) {
        if (promptTokens.count() == 0) {
            throw new IllegalArgumentException("a prompt has at least one token");
        }
        this.promptTokens = promptTokens;
        this.answer = answer;
        this.sink = sink;
    }

    public int promptTokenCount() {
        return promptTokens.count();
    }

    public Answer answer() {
        return answer;
    }

    TokenSink sink() {
        return sink;
    }

    /** Output tokens generated so far. */
    public int generatedCount() {
        return generatedCount;
    }

    /** Tokens whose keys and values stand in the KV cache. */
    public int computedCount() {
        return computedCount;
    }

    /** Tokens known so far: the prompt and what was generated. */
    int knownCount() {
        return promptTokens.count() + generatedCount;
    }

    /** Known tokens that still have to go through the model before the next one can be sampled; at least 1. */
    int pendingCount() {
        return knownCount() - computedCount;
    }

    int remainingOutput() {
        return answer.tokens() - generatedCount;
    }

    boolean inPrefill() {
        return computedCount < prefillTarget;
    }

    SequenceTimes times() {
        return times;
    }

    /** Starts over (or for the first time) with {@code cachedTokens} taken from the prefix cache. */
    void beginPrefill(int cachedTokens) {
        computedCount = cachedTokens;
        prefillTarget = knownCount();
    }

    void advance(int tokens) {
        computedCount += tokens;
    }

    /** Adds the sampled token and says whether it was the last. */
    boolean generate() {
        generatedCount++;
        return generatedCount == answer.tokens();
    }

    void loseProgress() {
        computedCount = 0;
    }

    int blockCount() {
        return blockCount;
    }

    int block(int index) {
        return blocks[index];
    }

    void appendBlock(int block) {
        if (blockCount == blocks.length) {
            blocks = Arrays.copyOf(blocks, blockCount * 2);
        }
        blocks[blockCount++] = block;
    }

    void dropBlocks() {
        blockCount = 0;
    }

    private int tokenAt(int index) {
        return index < promptTokens.count()
                ? promptTokens.at(index)
                : answer.tokenIds().applyAsInt(index - promptTokens.count());
    }

    /** Hash of the tokens of block {@code index} and of all before it; the block must be full. */
    long blockHash(int index, int blockTokens) {
        int known = blockHashes.length;
        if (index >= known) {
            blockHashes = Arrays.copyOf(blockHashes, Math.max(index + 1, knownCount() / blockTokens));
            for (int b = known; b < blockHashes.length; b++) {
                blockHashes[b] = chain(b == 0 ? HASH_SEED : blockHashes[b - 1], b * blockTokens, blockTokens);
            }
        }
        return blockHashes[index];
    }

    private long chain(long parent, int from, int count) {
        long hash = parent;
        for (int i = from; i < from + count; i++) {
            hash = (hash ^ tokenAt(i)) * 0xFF51AFD7ED558CCDL;
            hash ^= hash >>> 32;
        }
        return hash;
    }
}
