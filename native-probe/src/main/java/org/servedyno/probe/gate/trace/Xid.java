package org.servedyno.probe.gate.trace;

import java.util.Locale;

/**
 * What one of the driver's Xid codes means.
 *
 * @param code the number
 * @param meaning in a phrase
 * @param action what to do at once
 * @param effect what it does to a trial
 * @param source who says so
 */
record Xid(int code, String meaning, String action, Effect effect, String source) {
    /** What a code does to a trial, from the mildest to the worst. */
    enum Effect {
        /** Only noted. */
        NOTE,
        /** The trial is SUSPECT. */
        SUSPECT,
        /** The trial is INVALID, the node is good. */
        TRIAL,
        /** The trial is INVALID, and the node must be mended before another one. */
        NODE;

        static Effect of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    @Override
    public String toString() {
        return "Xid " + code + " (" + meaning + ")";
    }
}
