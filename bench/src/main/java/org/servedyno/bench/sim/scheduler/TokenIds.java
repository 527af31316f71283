package org.servedyno.bench.sim.scheduler;

import java.util.Arrays;

/** Ids of a text's tokens; never changes. */
public final class TokenIds {
    private static final TokenIds NONE = new TokenIds(new int[0]);

    private final int[] ids;

    private TokenIds(int[] ids) {
        this.ids = ids;
    }

    /** Takes the array over: it must not be changed any more. */
    public static TokenIds of(int... ids) {
        return ids.length == 0 ? NONE : new TokenIds(ids);
    }

    public int count() {
        return ids.length;
    }

    int at(int index) {
        return ids[index];
    }

    /** These ids with {@code more} behind them. */
    public TokenIds plus(TokenIds more) {
        int[] whole = Arrays.copyOf(ids, ids.length + more.ids.length);
        System.arraycopy(more.ids, 0, whole, ids.length, more.ids.length);
        return new TokenIds(whole);
    }

    /** A number that depends on every id and their order, the same in every process. */
    public long digest() {
        long hash = 0x9E3779B97F4A7C15L;
        for (int id : ids) {
            hash = (hash ^ id) * 0xFF51AFD7ED558CCDL;
            hash ^= hash >>> 32;
        }
        return hash;
    }

    /** A copy of the ids. */
    public int[] toArray() {
        return ids.clone();
    }
}
