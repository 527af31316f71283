package org.servedyno.harness.trial;

/** Where a trial stands, in the order it happens. */
public enum TrialPhase {
    PREFLIGHT("preflight"),
    STARTING("starting"),
    WARMUP("warmup"),
    MEASURING("measuring"),
    STOPPING("stopping");

    private final String word;

    TrialPhase(String word) {
        this.word = word;
    }

    /** The word on the progress line. */
    public String word() {
        return word;
    }
}
