package org.servedyno.results.store.stream;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;

/**
 * A GPU trace as it was read.
 *
 * @param header its first line
 * @param samples in the order written, one a GPU and look
 * @param endAnchor both clocks of the recorder when it ended; empty when it was cut off
 */
public record GpuTrace(GpuTraceHeader header, List<GpuSample> samples, Optional<ClockAnchor> endAnchor) {
    /** The key of the last line. */
    static final String END_ANCHOR = "endAnchor";

    public GpuTrace {
        samples = List.copyOf(samples);
    }

    /** Whether the recorder ended as it should. */
    public boolean complete() {
        return endAnchor.isPresent();
    }

    /**
     * Reads a trace, up to its last whole line when its writer was killed or the file was cut.
     *
     * @throws IOException when the file is missing, no trace, without even its header, or written by a newer version
     */
    public static GpuTrace read(Path file) throws IOException {
        List<String> lines = GzipLines.read(file).lines();
        if (lines.isEmpty()) {
            throw new IOException(file + " was cut off before its header; nothing of the trace is left");
        }
        GpuTraceHeader header = Json.value(JsonFile.checked(Json.parse(lines.get(0)), file), GpuTraceHeader.class);
        List<GpuSample> samples = new ArrayList<>(lines.size());
        Optional<ClockAnchor> endAnchor = Optional.empty();
        for (String text : lines.subList(1, lines.size())) {
            JsonNode line = Json.parse(text);
            if (line.has(END_ANCHOR)) {
                endAnchor = Optional.of(Json.value(line.get(END_ANCHOR), ClockAnchor.class));
            } else {
                samples.add(sample(line, header.absent()));
            }
        }
        return new GpuTrace(header, samples, endAnchor);
    }

    private static GpuSample sample(JsonNode line, Map<String, String> absent) {
        GpuSample.Builder sample =
                GpuSample.of(line.path("t").longValue(), line.path("gpu").intValue(), "not in this trace");
        GpuField.ALL.forEach(field -> field.read(line, absent, sample));
        return sample.lateNs(line.path("lateNs").longValue()).build();
    }
}
