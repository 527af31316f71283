package org.servedyno.results.store.stream;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Compressed lines that stay readable when their writer was killed: up to the last line that a flush has brought to the file. */
public final class GzipLines {
    private static final int BUFFER_BYTES = 1 << 16;

    private GzipLines() {}

    /** Writes lines; {@link #flush} brings all lines so far to the file. Not thread-safe. */
    public static final class Writer implements AutoCloseable {
        private final OutputStream out;

        /** Begins a file anew. */
        public Writer(Path file) throws IOException {
            this(Files.newOutputStream(file));
        }

        Writer(OutputStream compressed) throws IOException {
            out = new Gzip(new BufferedOutputStream(compressed, BUFFER_BYTES));
        }

        /** Adds a line, given without its end. */
        public void line(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        }

        /** Brings all lines so far to the file. */
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Compresses quickly rather than well: it works beside what is measured. */
    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, BUFFER_BYTES, true);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    /**
     * The lines of a file.
     *
     * @param lines all whole lines
     * @param whole whether the file ends as its writer ended it
     */
    public record Content(List<String> lines, boolean whole) {}

    /** Reads whatever is readable. A file that is no gzip at all is an error; one cut off is not. */
    public static Content read(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean whole = visit(file, lines::add);
        return new Content(lines, whole);
    }

    /** Takes a line. */
    interface Visitor {
        void line(String text) throws IOException;
    }

    /**
     * Reads whatever is readable, a line at a time.
     *
     * @return whether the file ends as its writer ended it
     */
    static boolean visit(Path file, Visitor visitor) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = new GZIPInputStream(raw, BUFFER_BYTES)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                split(buffer, n, line, visitor);
            }
            return true;
        } catch (EOFException e) {
            return false; // the writer was cut off
        } catch (ZipException e) {
            throw new IOException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    private static void split(byte[] buffer, int length, ByteArrayOutputStream line, Visitor visitor)
            throws IOException {
        int start = 0;
        for (int i = 0; i < length; i++) {
            if (buffer[i] == '\n') {
                line.write(buffer, start, i - start);
                visitor.line(line.toString(StandardCharsets.UTF_8));
                line.reset();
                start = i + 1;
            }
        }
        line.write(buffer, start, length - start);
    }
}
