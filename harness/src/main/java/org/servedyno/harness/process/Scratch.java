package org.servedyno.harness.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A folder that lives as long as one group: the guard's script, and the group's temporary files. */
final class Scratch {
    private static final String GUARD = "guard.sh";

    private final Path folder;

    private Scratch(Path folder) {
        this.folder = folder;
    }

    static Scratch create() throws IOException {
        Path folder = Files.createTempDirectory("servedyno-");
        try (InputStream in = Scratch.class.getResourceAsStream(GUARD)) {
            if (in == null) {
                throw new IllegalStateException(GUARD + " is missing from this build");
            }
            Files.copy(in, folder.resolve(GUARD));
        }
        Files.createDirectory(folder.resolve("tmp"));
        return new Scratch(folder);
    }

    Path folder() {
        return folder;
    }

    Path guard() {
        return folder.resolve(GUARD);
    }

    Path temporary() {
        return folder.resolve("tmp");
    }

    /** Deletes all of it; what can't be deleted stays, which harms nobody. */
    void delete() {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (IOException e) {
            throw new IllegalStateException("no visit throws", e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return delete(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem) {
            return delete(directory);
        }

        private static FileVisitResult delete(Path path) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException stays) {
                return FileVisitResult.CONTINUE;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
