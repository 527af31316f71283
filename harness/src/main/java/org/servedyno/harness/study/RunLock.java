package org.servedyno.harness.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.store.RunDirectory;

/** Keeps two harnesses from running one study; the operating system lets go of it however the holder ends. */
final class RunLock {
    /** Work on a run directory. */
    interface Work<T> {
        T run() throws IOException;
    }

    private RunLock() {}

    /**
     * Does the work while no other harness can.
     *
     * @throws IOException also when another one is at it
     */
    static <T> T holding(RunDirectory run, Work<T> work) throws IOException {
        try (FileChannel channel =
                FileChannel.open(run.path().resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            @Nullable FileLock lock = tryLock(channel);
            if (lock == null) {
                throw new IOException(run.path() + " is being run by another servedyno; wait for it, or stop it");
            }
            return work.run();
        } catch (UncheckedIOException e) {
            throw new IOException(String.valueOf(e.getMessage()), e); // a disk that can't be written is no bug
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held by another thread of this process
        }
    }
}
