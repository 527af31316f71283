package org.servedyno.bench.sim.text;

import org.servedyno.bench.sim.scheduler.Answer;

/** The text of one answer, word by word, fixed by a seed. */
public final class AnswerText {
    private final WordPool pool;
    private final long seed;

    public AnswerText(WordPool pool, long seed) {
        this.pool = pool;
        this.seed = seed;
    }

    /** UTF-8 of output token {@code index}; not to be changed. */
    public byte[] utf8(int index) {
        return pool.utf8(wordAt(index));
    }

    /** Output token {@code index} as text. */
    public String word(int index) {
        return pool.word(wordAt(index));
    }

    /** Its id in the tokenizer's vocabulary; see {@link Answer#tokenIds()}. */
    public int tokenId(int index) {
        return pool.tokenId(wordAt(index));
    }

    private int wordAt(int index) {
        long z = seed + index * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (int) Long.remainderUnsigned(z ^ (z >>> 31), pool.size());
    }
}
