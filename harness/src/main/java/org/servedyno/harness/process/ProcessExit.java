package org.servedyno.harness.process;

import java.util.Map;
import java.util.Optional;

/**
 * How a process ended. The operating system's answer reaches us as one number, in which death by signal n reads 128 + n; a
 * program that itself exits with such a number can't be told from it.
 *
 * @param status the number: an exit code, or 128 plus a signal's number
 */
public record ProcessExit(int status) {
    private static final int SIGNAL_BASE = 128;
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(6, "SIGABRT"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"));

    /** The signal that ended it, for example {@code SIGKILL}; empty when it exited by itself. */
    public Optional<String> signal() {
        return Optional.ofNullable(NAMES.get(status - SIGNAL_BASE));
    }

    /** For people: {@code exit code 42}, {@code killed by SIGKILL (status 137)}. */
    public String words() {
        return signal().map(name -> "killed by " + name + " (status " + status + ")")
                .orElse("exit code " + status);
    }
}
