package org.servedyno.probe.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a recording goes: the file that was asked for, or one that is deleted once it is summed up.
 *
 * @param folder holds what is deleted in the end
 * @param trace the {@code gpu.ndjson.gz}
 */
public record TraceFiles(Path folder, Path trace) implements AutoCloseable {
    /** Makes the folder; the trace itself is made by the recorder. */
    public static TraceFiles create(Optional<Path> trace) throws IOException {
        Path folder = Files.createTempDirectory("servedyno-trace-");
        return new TraceFiles(folder, trace.orElse(folder.resolve("gpu.ndjson.gz")));
    }

    /** What the recorder is told. */
    public Path spec() {
        return folder.resolve("trace.json");
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(spec());
        Files.deleteIfExists(folder.resolve("gpu.ndjson.gz"));
        Files.deleteIfExists(folder);
    }
}
