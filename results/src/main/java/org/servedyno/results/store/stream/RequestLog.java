package org.servedyno.results.store.stream;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.JsonFile;

/**
 * The requests of one pass as they were read from {@code requests.ndjson.gz}.
 *
 * @param simulated whether the engine was simulated
 * @param records in the order they ended
 * @param complete whether the file ends as its writer ended it
 */
public record RequestLog(boolean simulated, List<RequestRecord> records, boolean complete) {
    public RequestLog {
        records = List.copyOf(records);
    }

    /**
     * Reads a log, up to its last whole line when its writer was killed or the file was cut.
     *
     * @throws IOException when the file is missing, no request log, without even its header, or written by a newer version
     */
    public static RequestLog read(Path file) throws IOException {
        GzipLines.Content content = GzipLines.read(file);
        List<String> lines = content.lines();
        if (lines.isEmpty()) {
            throw new IOException(file + " was cut off before its header; no request is left");
        }
        JsonNode header = JsonFile.checked(Json.parse(lines.get(0)), file);
        List<RequestRecord> records = new ArrayList<>(lines.size());
        for (String line : lines.subList(1, lines.size())) {
            records.add(record(Json.parse(line)));
        }
        return new RequestLog(header.path("simulated").booleanValue(), records, content.whole());
    }

    private static RequestRecord record(JsonNode line) {
        return new RequestRecord(
                line.path("id").asText(),
                line.path("intendedNs").longValue(),
                optionalLong(line.path("connectNs")),
                optionalLong(line.path("sentNs")),
                optionalLong(line.path("firstByteNs")),
                content(line),
                line.path("endNs").longValue(),
                line.path("promptTokens").intValue(),
                line.path("outputTokens").isNumber()
                        ? OptionalInt.of(line.path("outputTokens").intValue())
                        : OptionalInt.empty(),
                line.path("tokenSource").asText(),
                line.path("finishReason").isTextual()
                        ? Optional.of(line.path("finishReason").asText())
                        : Optional.empty(),
                line.path("outcome").asText());
    }

    private static OptionalLong optionalLong(JsonNode value) {
        return value.isNumber() ? OptionalLong.of(value.longValue()) : OptionalLong.empty();
    }

    private static ContentEvents content(JsonNode line) {
        JsonNode deltas = line.path("contentNs");
        long[] timesNs = new long[deltas.size()];
        long atNs = line.path("firstContentNs").longValue();
        for (int i = 0; i < timesNs.length; i++) {
            atNs += deltas.get(i).longValue();
            timesNs[i] = atNs;
        }
        JsonNode tokens = line.path("contentTokens");
        if (!tokens.isArray()) {
            return ContentEvents.of(timesNs);
        }
        int[] counts = new int[tokens.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = tokens.get(i).intValue();
        }
        return ContentEvents.of(timesNs, counts);
    }
}
