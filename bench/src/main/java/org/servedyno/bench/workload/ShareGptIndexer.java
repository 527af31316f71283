package org.servedyno.bench.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.LongStream;

/** Walks once over a ShareGPT file and notes where each conversation with two turns or more begins. */
final class ShareGptIndexer {
    static final String CONVERSATIONS = "conversations";

    private static final JsonFactory JSON = new JsonFactory();
    private static final int LEAST_TURNS = 2;
    private static final int READ_BYTES = 1 << 16;

    private final Path path;
    private final LongStream.Builder starts = LongStream.builder();
    private final Set<String> keysOfFirstEntry = new LinkedHashSet<>();
    private long entries;
    private long entriesWithConversations;
    private long lastEntryEndByte;

    private ShareGptIndexer(Path path) {
        this.path = path;
    }

    static long[] conversationStarts(Path path) throws WorkloadException {
        return new ShareGptIndexer(path).walk();
    }

    private long[] walk() throws WorkloadException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), READ_BYTES);
                JsonParser parser = JSON.createParser(in)) {
            walk(parser);
        } catch (NoSuchFileException e) {
            throw new WorkloadException(
                    "there is no file " + path.toAbsolutePath()
                            + ". A sharegpt workload needs a JSON file of conversations in ShareGPT's format.",
                    e);
        } catch (JsonEOFException e) {
            throw cutOff(e);
        } catch (JsonParseException e) {
            throw new WorkloadException(path + " is not JSON" + at(e.getLocation()) + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new WorkloadException(path + " can't be read as UTF-8 JSON: " + e.getMessage(), e);
        }
        long[] found = starts.build().toArray();
        if (found.length == 0) {
            throw noConversation();
        }
        return found;
    }

    private void walk(JsonParser parser) throws IOException, WorkloadException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new WorkloadException(path + " is empty.");
        }
        if (first != JsonToken.START_ARRAY) {
            throw otherShape(
                    parser,
                    "it begins with " + described(first) + " where a list of conversations is expected"
                            + (first == JsonToken.START_OBJECT ? " (JSON Lines?)" : ""));
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            entry(parser);
        }
        if (parser.nextToken() != null) {
            throw otherShape(parser, "something follows the list of conversations");
        }
    }

    private void entry(JsonParser parser) throws IOException, WorkloadException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw otherShape(
                    parser,
                    "entry " + (entries + 1) + " is " + described(parser.currentToken())
                            + " where an object is expected");
        }
        long startByte = parser.currentTokenLocation().getByteOffset();
        if (startByte < 0) {
            throw new WorkloadException(path + " is not encoded in UTF-8.");
        }
        int turns = turnsOfEntry(parser);
        if (turns >= LEAST_TURNS) {
            starts.add(startByte);
        }
        entries++;
        lastEntryEndByte = parser.currentLocation().getByteOffset();
    }

    /** The number of turns; -1 when the entry holds no conversation. */
    private int turnsOfEntry(JsonParser parser) throws IOException, WorkloadException {
        int turns = -1;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            if (entries == 0) {
                keysOfFirstEntry.add(key);
            }
            parser.nextToken();
            if (key.equals(CONVERSATIONS)) {
                turns = turns(parser);
            } else {
                parser.skipChildren();
            }
        }
        entriesWithConversations += turns < 0 ? 0 : 1;
        return turns;
    }

    private int turns(JsonParser parser) throws IOException, WorkloadException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw otherShape(
                    parser,
                    "'" + CONVERSATIONS + "' of entry " + (entries + 1) + " is " + described(parser.currentToken())
                            + " where a list of turns is expected");
        }
        int turns = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            parser.skipChildren();
            turns++;
        }
        return turns;
    }

    private WorkloadException noConversation() {
        if (entries == 0) {
            return new WorkloadException(path + " is an empty list: it holds no conversation.");
        }
        if (entriesWithConversations == 0) {
            return new WorkloadException(path + " is of another shape than ShareGPT's: none of its " + entries
                    + " entries has '" + CONVERSATIONS + "'; the first has the keys " + keysOfFirstEntry + ".");
        }
        return new WorkloadException(path + ": none of its " + entries + " conversations has two turns.");
    }

    private WorkloadException cutOff(JsonEOFException e) throws WorkloadException {
        return new WorkloadException(
                path + " is cut off: it ends at byte " + bytesInFile() + " (line "
                        + e.getLocation().getLineNr()
                        + ") before the list of conversations does. " + entries
                        + (entries == 1 ? " entry is" : " entries are") + " complete, the last one up to byte "
                        + lastEntryEndByte + ". Fetch the file again and compare its size or digest with its source's.",
                e);
    }

    private long bytesInFile() throws WorkloadException {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new WorkloadException(path + " is cut off, and its size can't be read: " + e.getMessage(), e);
        }
    }

    private WorkloadException otherShape(JsonParser parser, String seen) {
        return new WorkloadException(
                path + " is of another shape than ShareGPT's" + at(parser.currentTokenLocation()) + ": " + seen
                        + ". ServeDyno reads [{\"conversations\": [{\"from\": ..., \"value\": ...}, ...]}, ...].");
    }

    private static String at(JsonLocation location) {
        return " at byte " + location.getByteOffset() + " (line " + location.getLineNr() + ", column "
                + location.getColumnNr() + ")";
    }

    private static String described(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_NULL -> "null";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            default -> token.asString();
        };
    }
}
