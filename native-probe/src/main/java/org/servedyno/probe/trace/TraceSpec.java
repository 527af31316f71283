package org.servedyno.probe.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.servedyno.probe.ProbeSource;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.WholeFile;

/**
 * What a recorder is asked to do; the file that the child process is given.
 *
 * @param source where to read
 * @param gpus indices of the GPUs to record; empty means all
 * @param periodMs time between samples, {@value #MIN_PERIOD_MS} to {@value #MAX_PERIOD_MS} milliseconds
 * @param output the {@code gpu.ndjson.gz} to write
 */
public record TraceSpec(ProbeSource source, List<Integer> gpus, long periodMs, Path output) {
    /** 20 Hz: faster, and the sampler takes time from what it watches. */
    public static final long MIN_PERIOD_MS = 50;
    /** 1 Hz. */
    public static final long MAX_PERIOD_MS = 1000;
    /** 10 Hz, when nothing else is asked for. */
    public static final long DEFAULT_PERIOD_MS = 100;

    private static final String NVML = "nvml";
    private static final String SIMULATED = "simulated";

    public TraceSpec {
        gpus = List.copyOf(gpus);
        if (periodMs < MIN_PERIOD_MS || periodMs > MAX_PERIOD_MS) {
            throw new IllegalArgumentException("a trace has " + MIN_PERIOD_MS + " to " + MAX_PERIOD_MS
                    + " ms between samples (1 to 20 Hz), not " + periodMs);
        }
    }

    /** Writes the spec as JSON. */
    public void write(Path file) throws IOException {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("schemaVersion", Json.SCHEMA_VERSION);
        document.put(SIMULATED, source instanceof ProbeSource.Simulated);
        document.set("source", sourceNode());
        gpus.forEach(document.putArray("gpus")::add);
        document.put("periodMs", periodMs);
        document.put("output", output.toAbsolutePath().toString());
        WholeFile.write(file, Json.pretty(document));
    }

    private ObjectNode sourceNode() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (source instanceof ProbeSource.Simulated simulated) {
            node.put("kind", SIMULATED);
            node.put("profile", simulated.profile());
            node.put("gpus", simulated.gpus());
            simulated
                    .stateFile()
                    .ifPresent(
                            file -> node.put("stateFile", file.toAbsolutePath().toString()));
        } else {
            node.put("kind", NVML);
            ((ProbeSource.Nvml) source).library().ifPresent(path -> node.put("library", path.toString()));
        }
        return node;
    }

    /**
     * Reads a spec.
     *
     * @throws IOException if it is missing, no JSON, or not of this shape
     */
    public static TraceSpec read(Path file) throws IOException {
        JsonNode document = JsonFile.readTree(file);
        List<Integer> gpus = new ArrayList<>();
        document.path("gpus").forEach(gpu -> gpus.add(gpu.intValue()));
        try {
            return new TraceSpec(
                    source(document.path("source")),
                    gpus,
                    document.path("periodMs").longValue(),
                    Path.of(document.path("output").asText()));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static ProbeSource source(JsonNode node) {
        String kind = node.path("kind").asText();
        return switch (kind) {
            case NVML -> new ProbeSource.Nvml(path(node, "library"));
            case SIMULATED ->
                new ProbeSource.Simulated(
                        node.path("profile").asText(), node.path("gpus").intValue(), path(node, "stateFile"));
            default -> throw new IllegalArgumentException("no probe source of kind \"" + kind + "\"");
        };
    }

    private static Optional<Path> path(JsonNode node, String key) {
        return node.hasNonNull(key) ? Optional.of(Path.of(node.get(key).asText())) : Optional.empty();
    }
}
