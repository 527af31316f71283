package org.servedyno.results.store;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * The append-only record of what a study did: one JSON line an event, each on the disk before the next thing happens, each with a
 * checksum. A line that a crash cut short is left out of reading; opening for writing cuts it off. An interrupt of the writing thread
 * does not disturb it. Not thread-safe.
 */
public final class Journal implements AutoCloseable {
    /**
     * One event.
     *
     * @param at wall clock
     * @param event its name
     * @param fields whatever belongs to it
     */
    public record Entry(Instant at, String event, Map<String, String> fields) {
        public Entry {
            fields = Map.copyOf(fields);
        }
    }

    private static final String CHECKSUM = "crc32";

    private final RandomAccessFile file;

    private Journal(RandomAccessFile file) {
        this.file = file;
    }

    /**
     * Opens the journal for appending, making it with its header line when it is missing, and cutting off a torn last line.
     *
     * @throws IOException also when a line before the last is damaged, or a newer version wrote it
     */
    public static Journal open(Path file, boolean simulated) throws IOException {
        Contents contents = Files.exists(file) ? Contents.of(file) : Contents.NONE;
        RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw");
        Journal journal = new Journal(opened);
        try {
            opened.setLength(contents.soundBytes());
            opened.seek(contents.soundBytes());
            if (contents.soundBytes() == 0) {
                ObjectNode header = JsonNodeFactory.instance.objectNode();
                header.put("schemaVersion", Json.SCHEMA_VERSION);
                header.put("simulated", simulated);
                journal.append(header);
            }
            return journal;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * {@link #open(Path, boolean)} of the journal of a run directory; the {@code plan.json} beside it says whether it is simulated.
     *
     * @throws IOException also when there is no such plan
     */
    public static Journal open(Path file) throws IOException {
        JsonNode plan = JsonFile.readTree(file.resolveSibling("plan.json"));
        return open(file, plan.path("simulated").booleanValue());
    }

    /** Appends an event and waits until it is on the disk. */
    public void append(Entry entry) throws IOException {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("at", entry.at().toString());
        line.put("event", entry.event());
        entry.fields().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(field -> line.put(field.getKey(), field.getValue()));
        append(line);
    }

    private void append(ObjectNode line) throws IOException {
        line.put(CHECKSUM, checksum(line));
        file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        file.getFD().sync();
    }

    /**
     * All entries, in order; a torn last line is left out.
     *
     * @throws IOException when the file is missing, a line before the last is damaged, or a newer version wrote it
     */
    public static List<Entry> read(Path file) throws IOException {
        return Contents.of(file).entries();
    }

    /**
     * What a journal holds.
     *
     * @param entries all entries, in order
     * @param soundBytes how many bytes from the start are whole lines with a fitting checksum
     */
    private record Contents(List<Entry> entries, int soundBytes) {
        static final Contents NONE = new Contents(List.of(), 0);

        static Contents of(Path file) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            List<Entry> entries = new ArrayList<>();
            int number = 1;
            int start = 0;
            for (int end = lineEnd(bytes, 0); end >= 0; end = lineEnd(bytes, start)) {
                Optional<ObjectNode> line = parse(new String(bytes, start, end - start, StandardCharsets.UTF_8));
                if (line.isEmpty() && lineEnd(bytes, end + 1) >= 0) {
                    throw new IOException(file + ": line " + number + " is damaged, and others follow it");
                }
                if (line.isEmpty()) {
                    break;
                }
                if (line.get().has("schemaVersion")) {
                    JsonFile.checked(line.get(), file);
                } else {
                    entries.add(entry(line.get()));
                }
                start = end + 1;
                number++;
            }
            return new Contents(entries, start);
        }
    }

    private static int lineEnd(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** The line without its checksum; empty when they don't fit. */
    private static Optional<ObjectNode> parse(String text) throws IOException {
        try {
            if (!(Json.parse(text) instanceof ObjectNode line)) {
                return Optional.empty();
            }
            JsonNode stated = line.remove(CHECKSUM);
            return stated != null && stated.asText().equals(checksum(line)) ? Optional.of(line) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty(); // torn
        }
    }

    private static Entry entry(ObjectNode line) {
        Map<String, String> fields = new TreeMap<>();
        line.properties()
                .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
        fields.remove("at");
        fields.remove("event");
        return new Entry(
                Instant.parse(line.path("at").asText()), line.path("event").asText(), fields);
    }

    private static String checksum(ObjectNode line) {
        CRC32 crc = new CRC32();
        crc.update(line.toString().getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
