package org.servedyno.probe.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.nvml.NvmlProbe;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.stream.GzipLines;

/** A {@link Recording} to be looked at as its node was. Immutable. */
public final class Replay {
    private final RecordedNode node;
    private final List<Exchange> exchanges;
    private final boolean whole;

    private Replay(RecordedNode node, List<Exchange> exchanges, boolean whole) {
        this.node = node;
        this.exchanges = exchanges;
        this.whole = whole;
    }

    /**
     * Reads a recording.
     *
     * @throws IOException if the folder holds none, a damaged one, or one of a newer version
     */
    public static Replay read(Path folder) throws IOException {
        Path nodeFile = folder.resolve(Recording.NODE);
        if (!Files.isRegularFile(nodeFile)) {
            throw new IOException(folder + " is no recording of a probe: it has no " + Recording.NODE);
        }
        RecordedNode node = JsonFile.read(nodeFile, RecordedNode.class);
        if (node.library().isEmpty()) {
            return new Replay(node, List.of(), true);
        }
        Path callsFile = folder.resolve(Recording.CALLS);
        GzipLines.Content content = GzipLines.read(callsFile);
        List<Exchange> exchanges = new ArrayList<>();
        for (String line : content.lines()) {
            exchanges.add(exchange(line, callsFile, exchanges.size() + 1));
        }
        return new Replay(node, List.copyOf(exchanges), content.whole());
    }

    private static Exchange exchange(String line, Path file, int number) throws IOException {
        try {
            return Json.value(Json.parse(line), Exchange.class);
        } catch (IOException e) {
            throw new IOException(file + ", line " + number + " is damaged: " + e.getMessage(), e);
        }
    }

    /** When it was recorded. */
    public Instant recordedAt() {
        return node.recordedAt();
    }

    /** Whether the recording was ended as it should be, and not cut off. */
    public boolean whole() {
        return whole;
    }

    /**
     * A probe that is told what the node told.
     *
     * @throws ProbeUnavailableException as it was thrown when the recording was made
     */
    public GpuProbe probe() throws ProbeUnavailableException {
        Optional<RecordedNode.Unavailable> why = node.unavailable();
        if (why.isPresent()) {
            throw new ProbeUnavailableException(
                    why.get().tried(), why.get().seen(), why.get().nextStep());
        }
        return NvmlProbe.over(new ReplayedCalls(node.library().orElseThrow(), exchanges));
    }

    /** What was judged beside NVML's answers. */
    public Surroundings surroundings() {
        return node.surroundings();
    }
}
