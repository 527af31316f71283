package org.servedyno.harness.cli;

/** What the process's exit status means, the same for every command. */
public final class ExitCode {
    /** What was asked was done. */
    public static final int OK = 0;
    /** It was done, and the answer is no: a cell failed, a gate failed, too many requests failed. */
    public static final int FAILED = 1;
    /** The user's input is wrong; everything wrong with it has been said. */
    public static final int USAGE = 2;
    /** A bug of ours; its trace is on stderr. */
    public static final int BUG = 3;
    /** Ctrl-C: what was measured is written. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
