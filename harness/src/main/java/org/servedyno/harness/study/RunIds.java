package org.servedyno.harness.study;

import java.security.SecureRandom;

/** Short ids that keep two runs of one second apart. */
final class RunIds {
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
    private static final int LENGTH = 4;

    private RunIds() {}

    static String next() {
        StringBuilder id = new StringBuilder();
        new SecureRandom().ints(LENGTH, 0, ALPHABET.length()).forEach(i -> id.append(ALPHABET.charAt(i)));
        return id.toString();
    }
}
