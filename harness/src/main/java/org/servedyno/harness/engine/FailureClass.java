package org.servedyno.harness.engine;

import java.util.Arrays;
import java.util.Locale;

/** The word a failed trial carries, one for each way in which engines fail. */
public enum FailureClass {
    COMMAND_NOT_FOUND,
    CANNOT_START,
    PORT_IN_USE,
    EXITED_AT_START,
    OOM_STARTUP,
    KV_CACHE_TOO_SMALL,
    UNSUPPORTED_CONFIG,
    MODEL_ACCESS,
    FD_LIMIT,
    HANG_STARTUP,
    START_TIMEOUT,
    NOT_READY,
    UNREACHABLE,
    MODEL_NAME,
    REQUEST_FORMAT,
    CRASH_INFERENCE,
    OOM_INFERENCE,
    NO_ANSWERS,
    LEFTOVER_PROCESS;

    /** The word in files and reports, for example {@code exited-at-start}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The class of that word; an unknown word is a mistake of ours. */
    static FailureClass of(String word) {
        return Arrays.stream(values())
                .filter(c -> c.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no failure class " + word));
    }
}
