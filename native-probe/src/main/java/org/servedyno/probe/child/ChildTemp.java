package org.servedyno.probe.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The temporary folder of one child. The parent deletes it when the child has ended; a child whose parent is gone, by {@code kill -9}
 * too, deletes it itself, so that none is left over.
 */
final class ChildTemp {
    /** Set for the child alone: the folder it may delete. */
    static final String PROPERTY = "servedyno.child.temp";

    private ChildTemp() {}

    static Path create() throws IOException {
        return Files.createTempDirectory("servedyno-child-");
    }

    /** In a child: sees to it that its folder goes when it does. */
    static void deleteAtExit() {
        Optional.ofNullable(System.getProperty(PROPERTY))
                .map(Path::of)
                .ifPresent(
                        folder -> Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "child temp")));
    }

    /** Deletes the folder and all in it; what can't be deleted stays, which harms nobody. Parent and child may both be at it. */
    static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException stays) {
            // A trial must not fail over a temporary file.
        }
    }
}
