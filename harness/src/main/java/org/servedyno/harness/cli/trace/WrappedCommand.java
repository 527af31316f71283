package org.servedyno.harness.cli.trace;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command that runs once with our own stdin, stdout and stderr, and hears the signals sent to us. */
public final class WrappedCommand {
    /** As a shell says that there is no such command. */
    public static final int NOT_FOUND = 127;
    /** As a shell says that a command cannot be run. */
    public static final int NOT_RUNNABLE = 126;

    private static final String NO_SUCH_FILE = "error=2,";

    private final List<String> words;
    private @Nullable Process running;
    /** A signal that came before the command was there. */
    private @Nullable String early;

    public WrappedCommand(List<String> words) {
        this.words = List.copyOf(words);
    }

    /** It did not start. */
    public static final class NotStarted extends Exception {
        private static final long serialVersionUID = 1;

        private final int exitCode;

        NotStarted(String message, int exitCode, IOException cause) {
            super(message, cause);
            this.exitCode = exitCode;
        }

        /** {@link #NOT_FOUND} or {@link #NOT_RUNNABLE}. */
        public int exitCode() {
            return exitCode;
        }
    }

    /**
     * Runs it to its end.
     *
     * @return its exit code; 128 and the number of the signal when one ended it
     * @throws NotStarted when there is no such command, or it cannot be run
     */
    public int run() throws NotStarted, InterruptedException {
        SignalRelay relay = SignalRelay.hear(this::hear);
        try {
            return start().waitFor();
        } catch (IOException e) {
            boolean missing = String.valueOf(e.getMessage()).contains(NO_SUCH_FILE);
            throw new NotStarted(
                    missing ? words.get(0) + ": there is no such command" : String.valueOf(e.getMessage()),
                    missing ? NOT_FOUND : NOT_RUNNABLE,
                    e);
        } finally {
            relay.close();
        }
    }

    private synchronized Process start() throws IOException {
        Process started = new ProcessBuilder(words).inheritIO().start();
        running = started;
        if (early != null) {
            SignalRelay.send(early, started.toHandle());
        }
        return started;
    }

    private synchronized void hear(String name) {
        if (running == null) {
            early = name;
            return;
        }
        boolean heardAlready = name.equals(SignalRelay.INTERRUPT) && SignalRelay.terminalSendsInterrupts();
        if (!heardAlready) {
            SignalRelay.send(name, running.toHandle());
        }
    }
}
