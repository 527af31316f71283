package org.servedyno.harness.process;

import java.io.IOException;

/** A process group could not be started; the message says what was tried, what was seen and the next step. */
public final class GroupStartException extends IOException {
    private static final long serialVersionUID = 1;

    /** What stood in the way. */
    public enum Reason {
        /** The program of the command does not exist, or may not be executed. */
        COMMAND_NOT_FOUND,
        /** The working directory, the log file or the temporary folder can't be used. */
        FILES,
        /** This machine has no tool that starts a session of its own. */
        NO_SESSION_TOOL,
        /** The operating system refused to start a process. */
        REFUSED
    }

    private final Reason reason;

    GroupStartException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    GroupStartException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
