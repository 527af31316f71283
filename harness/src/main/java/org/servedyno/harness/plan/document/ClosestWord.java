package org.servedyno.harness.plan.document;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the word a user most likely meant. */
public final class ClosestWord {
    private ClosestWord() {}

    /**
     * The candidate nearest to {@code word}, if it is near enough to be a slip: at most one edit for every three letters, and at
     * least one. An edit is a letter put in, left out, changed, or swapped with its neighbour; upper and lower case are alike.
     */
    public static Optional<String> to(String word, Collection<String> candidates) {
        int allowedEdits = Math.max(1, word.length() / 3);
        Optional<String> best = Optional.empty();
        for (String candidate : candidates) {
            int edits = distance(word.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT), allowedEdits);
            if (edits <= allowedEdits) {
                best = Optional.of(candidate);
                allowedEdits = edits - 1;
            }
        }
        return best;
    }

    /** Optimal string alignment distance; anything above {@code limit} may come back as {@code limit + 1}. */
    private static int distance(String a, String b, int limit) {
        if (Math.abs(a.length() - b.length()) > limit) {
            return limit + 1;
        }
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : cheapest(edits, a, b, i, j);
            }
        }
        return edits[a.length()][b.length()];
    }

    private static int cheapest(int[][] edits, String a, String b, int i, int j) {
        int change = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(change, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
    }
}
