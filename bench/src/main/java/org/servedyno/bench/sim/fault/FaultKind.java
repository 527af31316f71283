package org.servedyno.bench.sim.fault;

import java.util.Locale;

/** What can go wrong. The names on the command line are these in lower case with hyphens. */
public enum FaultKind {
    /** Prints an engine's error and exits 1; the argument is how many seconds into the start. */
    EXIT_AT_START(Argument.OPTIONAL),
    /** Prints that the GPU has too little free memory and exits 1. */
    OOM(Argument.NONE),
    /** Loads for ever: never listens. */
    NEVER_READY(Argument.NONE),
    /** {@code /health} answers 200, completions 503; the argument is for how many seconds, without it for ever. */
    HEALTH_EARLY(Argument.OPTIONAL),
    /** The process dies like from a segmentation fault (139) on the completion request after so many. */
    CRASH_AFTER(Argument.REQUIRED),
    /** No token is computed any more from the completion request after so many on; health stays 200. */
    HANG_AFTER(Argument.REQUIRED),
    /** Every so-manieth completion request gets a 503. */
    REJECT_EVERY(Argument.REQUIRED),
    /** A stream goes silent after three events and stays open; the argument: only every so-manieth request. */
    STALL_STREAM(Argument.OPTIONAL),
    /** The connection is closed after three events; the argument: only every so-manieth request. */
    DROP_CONNECTION(Argument.OPTIONAL),
    /** An error event ends the stream after three events; the argument: only every so-manieth request. */
    ERROR_EVENT(Argument.OPTIONAL),
    /** 200 with no token in it; the argument: only every so-manieth request. */
    EMPTY_SUCCESS(Argument.OPTIONAL),
    /** The stream ends without {@code [DONE]}; the argument: only every so-manieth request. */
    NO_DONE(Argument.OPTIONAL),
    /** Usage is left out though it was asked for; the argument: only every so-manieth request. */
    NO_USAGE(Argument.OPTIONAL),
    /** SIGTERM and SIGINT change nothing; only SIGKILL ends the process. */
    IGNORE_SIGTERM(Argument.NONE);

    enum Argument {
        NONE,
        OPTIONAL,
        REQUIRED
    }

    private final Argument argument;

    FaultKind(Argument argument) {
        this.argument = argument;
    }

    Argument argument() {
        return argument;
    }

    /** The name with what may follow it, for a help text. */
    public String usage() {
        return switch (argument) {
            case NONE -> label();
            case OPTIONAL -> label() + "[:N]";
            case REQUIRED -> label() + ":N";
        };
    }

    /** The name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
