package org.servedyno.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * This process's limit of open files. A client that needs more sockets than it may open drops requests, and its throughput then
 * describes other work than was asked for; so the limit is looked at before the first request. HotSpot has already raised the soft limit to
 * the hard one.
 */
public final class OpenFiles {
    /** Descriptors a JVM of ours holds for jars, logs, pipes and selectors, with room to spare. */
    public static final int MARGIN = 100;

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String ROW = "Max open files";
    private static final int SOFT_COLUMN = 0;

    private OpenFiles() {}

    /** The soft limit; empty where it can't be read, or is unlimited. */
    public static OptionalLong softLimit() throws IOException {
        return Files.isReadable(LIMITS) ? softLimit(Files.readAllLines(LIMITS)) : OptionalLong.empty();
    }

    static OptionalLong softLimit(List<String> limits) {
        for (String line : limits) {
            if (line.startsWith(ROW)) {
                String soft = line.substring(ROW.length()).strip().split("\\s+", -1)[SOFT_COLUMN];
                return soft.equals("unlimited") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(soft));
            }
        }
        return OptionalLong.empty();
    }

    /**
     * Refuses a load that needs more connections than this process may open.
     *
     * @throws TooFewOpenFilesException with the number needed
     */
    public static void require(int connections) throws IOException {
        require(connections, softLimit());
    }

    static void require(int connections, OptionalLong limit) throws TooFewOpenFilesException {
        long needed = (long) connections + MARGIN;
        if (limit.isPresent() && limit.getAsLong() < needed) {
            throw new TooFewOpenFilesException(connections, needed, limit.getAsLong());
        }
    }
}
