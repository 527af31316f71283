package org.servedyno.results.store;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The append-only record of what a study did: one JSON line an event, each on the disk before the next thing happens, each with a
 * checksum. A line that a crash cut short is left out of reading; opening for writing cuts it off. Not thread-safe.
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

    private final FileChannel channel;

    private Journal(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens the journal for appending, making it when it is missing and cutting off a torn last line. */
    public static Journal open(Path file) throws IOException {
        long sound = Files.exists(file) ? soundLength(Files.readAllBytes(file)) : 0;
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(sound);
        channel.position(sound);
        return new Journal(channel);
    }

    /** Appends an event and waits until it is on the disk. */
    public void append(Entry entry) throws IOException {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("at", entry.at().toString());
        line.put("event", entry.event());
        entry.fields().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(field -> line.put(field.getKey(), field.getValue()));
        line.put(CHECKSUM, checksum(line));
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        channel.force(true);
    }

    /** All sound entries, in order. */
    public static List<Entry> read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, 0, soundLength(bytes), StandardCharsets.UTF_8);
        List<Entry> entries = new ArrayList<>();
        text.lines().forEach(line -> parse(line).ifPresent(entries::add));
        return entries;
    }

    /** How many bytes from the start are whole lines with a fitting checksum. */
    private static int soundLength(byte[] bytes) {
        int sound = 0;
        for (int end = nextEnd(bytes, 0); end >= 0; end = nextEnd(bytes, sound)) {
            String line = new String(bytes, sound, end - sound, StandardCharsets.UTF_8);
            if (parse(line).isEmpty()) {
                return sound;
            }
            sound = end + 1;
        }
        return sound;
    }

    private static int nextEnd(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static Optional<Entry> parse(String text) {
        try {
            if (!(Json.parse(text) instanceof ObjectNode line) || !line.has("at") || !line.has("event")) {
                return Optional.empty();
            }
            JsonNode stated = line.remove(CHECKSUM);
            if (stated == null || !stated.asText().equals(checksum(line))) {
                return Optional.empty();
            }
            Map<String, String> fields = new java.util.TreeMap<>();
            line.properties()
                    .forEach(
                            field -> fields.put(field.getKey(), field.getValue().asText()));
            fields.remove("at");
            fields.remove("event");
            return Optional.of(new Entry(
                    Instant.parse(line.get("at").asText()), line.get("event").asText(), fields));
        } catch (JacksonException e) {
            return Optional.empty(); // a torn line
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String checksum(ObjectNode line) {
        CRC32 crc = new CRC32();
        crc.update(line.toString().getBytes(StandardCharsets.UTF_8));
        return String.format(java.util.Locale.ROOT, "%08x", crc.getValue());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
