package org.servedyno.probe.sim;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.probe.sim.chip.ThermalState;

/**
 * The mapped state file. All words are 8 bytes, little-endian, aligned.
 *
 * <pre>
 * header, 64 bytes:      0 magic "SDGPUSIM" · 8 layout version · 16 number of GPUs · 24 seed of the sensor noise
 * each GPU, 256 bytes:   0 sequence (odd while a publish is under way)
 *   publisher            8 pid (0: none) · 16 its start, epoch ms · 24 heartbeat, epoch ns · 32 as-of, epoch ns
 *                        40 busy ns · 48 SM ns · 56 tensor ns · 64 DRAM ns · 72 PCIe TX bytes · 80 PCIe RX bytes
 *                        88 memory used, MiB (double)
 *   thermal            128 advanced to, epoch ns (0: never) · 136 temperature (double) · 144 energy (double)
 *                      152 power (double) · 160..200 the six totals at that moment
 * </pre>
 *
 * The publisher's words are guarded by the sequence: one writer a GPU, any number of readers, and a reader that saw the
 * sequence odd or changed reads again. The thermal words, and attaching, are guarded by a lock on the file, which the
 * system gives back when its holder dies.
 */
final class StateFile implements AutoCloseable {
    private static final long MAGIC = 0x4D49535550474453L;
    private static final long LAYOUT_VERSION = 1;
    private static final int HEADER_BYTES = 64;
    private static final int GPU_BYTES = 256;
    private static final int MAX_GPUS = 64;
    private static final int THERMAL = 128;
    private static final Duration READ_LIMIT = Duration.ofSeconds(1);
    private static final long READ_RETRY_NS = 20_000;
    private static final int SPINS = 100;
    private static final int PARKS_A_CHECK = 200;
    private static final Duration LOCK_LIMIT = Duration.ofSeconds(2);
    private static final long LOCK_RETRY_NS = 200_000;
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Path file;
    private final FileChannel channel;
    private final MappedByteBuffer words;
    private final int gpus;

    private StateFile(Path file, FileChannel channel, MappedByteBuffer words, int gpus) {
        this.file = file;
        this.channel = channel;
        this.words = words;
        this.gpus = gpus;
    }

    static void create(Path file, int gpus, long seed) throws IOException {
        if (gpus < 1 || gpus > MAX_GPUS) {
            throw new IllegalArgumentException("a simulated node has 1 to " + MAX_GPUS + " GPUs: " + gpus);
        }
        ByteBuffer image = ByteBuffer.allocate(HEADER_BYTES + gpus * GPU_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        image.putLong(0, MAGIC).putLong(8, LAYOUT_VERSION).putLong(16, gpus).putLong(24, seed);
        Path absolute = file.toAbsolutePath();
        Path aside = Files.createTempFile(absolute.getParent(), absolute.getFileName() + ".", ".new");
        Files.write(aside, image.array());
        Files.move(aside, absolute, StandardCopyOption.ATOMIC_MOVE);
    }

    static StateFile open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            long sizeBytes = channel.size();
            if (sizeBytes < HEADER_BYTES) {
                throw notOurs(file, "it has only " + sizeBytes + " bytes");
            }
            MappedByteBuffer words = channel.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes);
            long version = (long) WORD.getAcquire(words, 8);
            long gpus = (long) WORD.getAcquire(words, 16);
            if ((long) WORD.getAcquire(words, 0) != MAGIC) {
                throw notOurs(file, "it does not begin with the magic word");
            }
            if (version != LAYOUT_VERSION) {
                throw notOurs(file, "its layout version is " + version + ", this build knows " + LAYOUT_VERSION);
            }
            if (gpus < 1 || gpus > MAX_GPUS || sizeBytes != HEADER_BYTES + gpus * GPU_BYTES) {
                throw notOurs(file, sizeBytes + " bytes do not fit " + gpus + " GPUs");
            }
            return new StateFile(file, channel, words, (int) gpus);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static IOException notOurs(Path file, String why) {
        return new IOException(file + " is not a simulated GPU state file of this build: " + why);
    }

    Path file() {
        return file;
    }

    int gpus() {
        return gpus;
    }

    long seed() {
        return (long) WORD.getAcquire(words, 24);
    }

    /**
     * The publisher's words as one consistent set. Waits while a publish is under way: on a crowded machine its writer can
     * lose its core in the middle of one.
     *
     * @throws IOException if a writer that lives has not finished in {@link #READ_LIMIT}
     */
    PublishedState published(int gpu) throws IOException {
        int at = base(gpu);
        long endNs = System.nanoTime() + READ_LIMIT.toNanos();
        for (int i = 1; i <= SPINS || System.nanoTime() - endNs < 0; i++) {
            long before = (long) WORD.getAcquire(words, at);
            PublishedState state = readPublished(at);
            VarHandle.acquireFence();
            if ((before & 1) == 0 && (long) WORD.getOpaque(words, at) == before) {
                return state;
            }
            if (i % PARKS_A_CHECK == 0 && (before & 1) == 1 && PublisherLiveness.processGone(state)) {
                // Its writer died in the middle of a publish and will not finish it.
                return new PublishedState(0, 0, 0, state.asOfEpochNs(), state.integrals(), 0);
            }
            pause(i);
        }
        throw new IOException("GPU " + gpu + " of " + file + " is in the middle of a publish for more than "
                + READ_LIMIT.toMillis() + " ms");
    }

    private static void pause(int tries) {
        if (tries <= SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(READ_RETRY_NS);
        }
    }

    private PublishedState readPublished(int at) {
        return new PublishedState(
                word(at + 8), word(at + 16), word(at + 24), word(at + 32), integrals(at + 40), real(at + 88));
    }

    /** Writes the publisher's words; only the one attached writer of this GPU may call it. */
    void publish(int gpu, PublishedState state) {
        int at = base(gpu);
        long sequence = (long) WORD.getOpaque(words, at) | 1;
        WORD.setOpaque(words, at, sequence);
        VarHandle.releaseFence();
        put(at + 8, state.pid());
        put(at + 16, state.startEpochMs());
        put(at + 24, state.heartbeatEpochNs());
        put(at + 32, state.asOfEpochNs());
        putIntegrals(at + 40, state.integrals());
        put(at + 88, Double.doubleToRawLongBits(state.memoryUsedMiB()));
        WORD.setRelease(words, at, sequence + 1);
    }

    /** Thermal words; call it under {@link #locked}. */
    ThermalState thermal(int gpu) {
        int at = base(gpu) + THERMAL;
        return new ThermalState(word(at), real(at + 8), real(at + 16), real(at + 24), integrals(at + 32));
    }

    /** Writes the thermal words; call it under {@link #locked}. */
    void putThermal(int gpu, ThermalState state) {
        int at = base(gpu) + THERMAL;
        put(at + 8, Double.doubleToRawLongBits(state.temperatureC()));
        put(at + 16, Double.doubleToRawLongBits(state.energyJoules()));
        put(at + 24, Double.doubleToRawLongBits(state.powerWatts()));
        putIntegrals(at + 32, state.integrals());
        put(at, state.advancedToEpochNs());
    }

    /** Work on a file that may fail. */
    @FunctionalInterface
    interface Locked<T> {
        T run() throws IOException;
    }

    /** Runs short work while every other process and thread that wants the lock waits. */
    <T> T locked(Locked<T> work) throws IOException {
        FileLock lock = lock();
        try {
            return work.run();
        } finally {
            lock.release();
        }
    }

    private FileLock lock() throws IOException {
        long endNs = System.nanoTime() + LOCK_LIMIT.toNanos();
        while (System.nanoTime() - endNs < 0) {
            FileLock lock = tryLock();
            if (lock != null) {
                return lock;
            }
            LockSupport.parkNanos(LOCK_RETRY_NS);
        }
        throw new IOException(String.format(
                Locale.ROOT, "%s stays locked by another process for more than %d s", file, LOCK_LIMIT.toSeconds()));
    }

    private @Nullable FileLock tryLock() throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another thread of this JVM holds it.
            return null;
        }
    }

    private int base(int gpu) {
        if (gpu < 0 || gpu >= gpus) {
            throw new IllegalArgumentException(file + " has GPUs 0 to " + (gpus - 1) + ", not " + gpu);
        }
        return HEADER_BYTES + gpu * GPU_BYTES;
    }

    private GpuIntegrals integrals(int at) {
        return new GpuIntegrals(word(at), word(at + 8), word(at + 16), word(at + 24), word(at + 32), word(at + 40));
    }

    private void putIntegrals(int at, GpuIntegrals totals) {
        put(at, totals.busyNs());
        put(at + 8, totals.smActiveNs());
        put(at + 16, totals.tensorActiveNs());
        put(at + 24, totals.dramActiveNs());
        put(at + 32, totals.pcieTxBytes());
        put(at + 40, totals.pcieRxBytes());
    }

    private long word(int at) {
        return (long) WORD.getOpaque(words, at);
    }

    private double real(int at) {
        return Double.longBitsToDouble(word(at));
    }

    private void put(int at, long value) {
        WORD.setOpaque(words, at, value);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
