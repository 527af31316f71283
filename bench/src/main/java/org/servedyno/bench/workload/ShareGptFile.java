package org.servedyno.bench.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A JSON array of conversations, each {@code {"conversations": [{"value": "..."}, ...]}}. The file (the public one has 673 MB) is read once
 * to find where the conversations with two turns or more begin, and then only at the places asked for.
 */
final class ShareGptFile {
    private static final JsonFactory JSON = new JsonFactory();

    private final Path path;
    private final long[] startBytes;

    ShareGptFile(Path path, long[] startBytes) {
        this.path = path;
        this.startBytes = startBytes;
    }

    /** Reads the whole file once; refuses one that is cut off, of another shape, or without a conversation. */
    static ShareGptFile index(Path path) throws WorkloadException {
        return new ShareGptFile(path, ShareGptIndexer.conversationStarts(path));
    }

    Path path() {
        return path;
    }

    /** How many conversations have at least two turns. */
    int conversations() {
        return startBytes.length;
    }

    Turns openTurns() throws WorkloadException {
        try {
            return new Turns(FileChannel.open(path));
        } catch (IOException e) {
            throw new WorkloadException(path + " can't be read: " + e.getMessage(), e);
        }
    }

    /**
     * The two turns a request is made of.
     *
     * @param prompt what is asked
     * @param answer the reference answer
     */
    record FirstTurns(String prompt, String answer) {}

    /** The open file, read at random places. */
    final class Turns implements AutoCloseable {
        private final FileChannel channel;

        private Turns(FileChannel channel) {
            this.channel = channel;
        }

        /** The first two turns of a conversation, by its place among those with two turns or more. */
        FirstTurns of(int conversation) throws WorkloadException {
            try {
                channel.position(startBytes[conversation]);
                InputStream from = Channels.newInputStream(channel);
                try (JsonParser parser = JSON.createParser(from).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)) {
                    parser.nextToken();
                    return firstTurns(parser, startBytes[conversation]);
                }
            } catch (IOException e) {
                throw new WorkloadException(
                        path + ": the conversation at byte " + startBytes[conversation] + " can't be read again: "
                                + e.getMessage() + " Was the file changed meanwhile?",
                        e);
            }
        }

        private FirstTurns firstTurns(JsonParser parser, long startByte) throws IOException, WorkloadException {
            String[] values = new String[0];
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                if (key.equals(ShareGptIndexer.CONVERSATIONS)) {
                    values = new String[] {value(parser, startByte), value(parser, startByte)};
                    skipRest(parser);
                } else {
                    parser.skipChildren();
                }
            }
            return new FirstTurns(values[0], values[1]);
        }

        /** The text of the next turn in the list the parser is in. */
        private String value(JsonParser parser, long startByte) throws IOException, WorkloadException {
            String text = null;
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isValue = parser.currentName().equals("value");
                    if (parser.nextToken() == JsonToken.VALUE_STRING && isValue) {
                        text = parser.getText();
                    }
                    parser.skipChildren();
                }
            }
            if (text == null) {
                throw new WorkloadException(path + ": the conversation that begins at byte " + startByte
                        + " has a turn without a text under 'value'. ServeDyno reads ShareGPT's format only.");
            }
            return wellFormed(text);
        }

        private void skipRest(JsonParser parser) throws IOException {
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                parser.skipChildren();
            }
        }

        /** A lone surrogate, which JSON can escape but UTF-8 can't carry, becomes the '?' that would be sent. */
        private String wellFormed(String text) {
            return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws WorkloadException {
            try {
                channel.close();
            } catch (IOException e) {
                throw new WorkloadException(path + " can't be closed: " + e.getMessage(), e);
            }
        }
    }
}
