package org.servedyno.results.store;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** JSON documents as files. */
public final class JsonFile {
    private JsonFile() {}

    /** Writes a value as a document, aside and renamed, so that a reader sees all of it or the file before. */
    public static void write(Path file, Object value, boolean simulated) throws IOException {
        WholeFile.write(file, Json.pretty(Json.document(value, simulated)));
    }

    /**
     * Reads a document back.
     *
     * @throws IOException when it is missing, no JSON, of another shape, or written by a newer version
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return Json.value(readTree(file), type);
        } catch (JacksonException e) {
            throw new IOException(file + ": " + e.getOriginalMessage(), e);
        }
    }

    /** Reads a document as a tree, its version checked. */
    public static JsonNode readTree(Path file) throws IOException {
        try {
            return checked(Json.parse(Files.readString(file)), file);
        } catch (JacksonException e) {
            throw new IOException(file + ": " + e.getOriginalMessage(), e);
        }
    }

    /**
     * The document, or the first line of a stream, when this build can read it.
     *
     * @throws IOException when it is no file of ours, or written by a newer version
     */
    public static JsonNode checked(JsonNode document, Path file) throws IOException {
        JsonNode version = document.path("schemaVersion");
        if (!version.isInt()) {
            throw new IOException(file + " is no file of servedyno: it has no schemaVersion");
        }
        if (version.intValue() > Json.SCHEMA_VERSION) {
            throw new IOException(file + " was written by a newer servedyno (schema version " + version.intValue()
                    + ", this one reads up to " + Json.SCHEMA_VERSION + "); use that one to read it");
        }
        return document;
    }
}
