package org.servedyno.results.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Files that are there whole or not at all. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes aside, syncs to the disk and renames; makes the folder when it is missing. */
    public static void write(Path file, String text) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file stands in a folder");
        Files.createDirectories(folder);
        Path aside = folder.resolve("." + file.getFileName() + ".new");
        try (FileChannel out = FileChannel.open(
                aside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(folder);
    }

    /** Brings the new name to the disk too; where a folder can't be opened for that, the file system sees to it. */
    private static void syncFolder(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }
}
