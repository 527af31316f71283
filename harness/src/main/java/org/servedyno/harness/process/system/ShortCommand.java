package org.servedyno.harness.process.system;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a small tool of the system to its end. */
public final class ShortCommand {
    private static final int MOST_BYTES = 16 << 20;

    private ShortCommand() {}

    /**
     * The lines it printed on standard output; what it prints on standard error, and its exit status, count for nothing.
     *
     * @throws IOException when it can't be started or does not end in time
     */
    public static List<String> run(List<String> command, Duration patience) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + patience.toNanos();
        try {
            while (true) {
                try {
                    if (!process.waitFor(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        throw new IOException(command.get(0) + " did not end within " + patience.toSeconds() + " s");
                    }
                    return output.join().lines().toList();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            process.destroyForcibly();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String read(InputStream in) {
        try (in) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
