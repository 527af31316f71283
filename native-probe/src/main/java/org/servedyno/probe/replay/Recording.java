package org.servedyno.probe.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.nvml.NvmlProbe;
import org.servedyno.probe.nvml.call.NvmlLibrary;
import org.servedyno.results.store.JsonFile;

/**
 * A folder in which one look at a node is kept: every question to NVML and the kernel with its answer, and the {@link Surroundings}.
 * It names the GPUs' UUIDs and serial numbers. Used by one thread.
 */
public final class Recording implements AutoCloseable {
    static final String NODE = "recording.json";
    static final String CALLS = "calls.ndjson.gz";

    private final Path folder;
    private final RecordedNode node;
    private final RecordingCalls calls;

    private Recording(Path folder, RecordedNode node, RecordingCalls calls) {
        this.folder = folder;
        this.node = node;
        this.calls = calls;
    }

    /** Whether a recording may be put there: the folder is new or empty, and can be looked into. */
    public static boolean mayBegin(Path folder) {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Loads NVML and records from then on.
     *
     * @param folder new or empty
     * @param library the library to load; empty takes the environment's or the usual names
     * @param surroundings what is known beside NVML's answers so far
     * @throws ProbeUnavailableException if it does not load; this is recorded too
     * @throws IOException if the folder cannot be written
     */
    public static Recording begin(Path folder, Optional<Path> library, Surroundings surroundings)
            throws IOException, ProbeUnavailableException {
        Files.createDirectories(folder);
        Instant now = Instant.now();
        try {
            NvmlLibrary loaded = NvmlLibrary.load(library, System.getenv());
            RecordedNode node = new RecordedNode(now, Optional.of(loaded.library()), Optional.empty(), surroundings);
            write(folder, node);
            return new Recording(folder, node, new RecordingCalls(loaded, folder.resolve(CALLS)));
        } catch (ProbeUnavailableException e) {
            RecordedNode.Unavailable why = new RecordedNode.Unavailable(e.tried(), e.seen(), e.nextStep());
            write(folder, new RecordedNode(now, Optional.empty(), Optional.of(why), surroundings));
            throw e;
        }
    }

    private static void write(Path folder, RecordedNode node) throws IOException {
        JsonFile.write(folder.resolve(NODE), node, false);
    }

    /**
     * A probe whose questions are recorded.
     *
     * @throws ProbeUnavailableException if NVML does not start, or shows no GPU; this is in the recording
     */
    public GpuProbe probe() throws ProbeUnavailableException {
        return NvmlProbe.over(calls);
    }

    /** Puts what is known now in the place of what was known at the beginning. */
    public void update(Surroundings surroundings) throws IOException {
        write(folder, node.with(surroundings));
    }

    @Override
    public void close() throws IOException {
        calls.close();
    }
}
