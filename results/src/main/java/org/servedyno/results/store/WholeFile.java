package org.servedyno.results.store;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
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

    /**
     * Writes aside, syncs to the disk and renames; makes the folder when it is missing. An interrupt of the calling thread does not
     * disturb it: what was measured must reach the disk also when the user has pressed Ctrl-C.
     */
    public static void write(Path file, String text) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file stands in a folder");
        Files.createDirectories(folder);
        Path aside = folder.resolve("." + file.getFileName() + ".new");
        try (FileOutputStream out = new FileOutputStream(aside.toFile())) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncFolder(folder);
    }

    /** Brings the new name to the disk too; where a folder can't be opened for that, the file system sees to it. */
    private static void syncFolder(Path folder) throws IOException {
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                names.force(true);
            } catch (ClosedByInterruptException e) {
                // The file's bytes are on the disk, and its name as good as; the interrupt is for the caller.
                Thread.currentThread().interrupt();
            }
        }
    }
}
