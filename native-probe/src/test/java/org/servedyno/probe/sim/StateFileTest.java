package org.servedyno.probe.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.probe.sim.chip.ThermalState;

class StateFileTest {
    private static final long OWN_PID = ProcessHandle.current().pid();
    private static final int READS = 50_000;

    @TempDir
    private Path folder;

    @Test
    void a_reader_never_sees_half_a_publish() throws Exception {
        Path path = folder.resolve("gpu.state");
        StateFile.create(path, 1, 7);
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (StateFile writer = StateFile.open(path);
                StateFile reader = StateFile.open(path)) {
            Future<Long> writes = threads.submit(() -> publishUntil(writer, stop));
            long lastSeen = 0;
            for (int i = 0; i < READS; i++) {
                PublishedState state = reader.published(0);
                long n = state.heartbeatEpochNs();
                assertThat(n).isGreaterThanOrEqualTo(lastSeen);
                if (n > 0 && !state.equals(state(n))) {
                    throw new AssertionError("torn: " + state);
                }
                lastSeen = n;
            }
            stop.set(true);
            assertThat(writes.get(10, TimeUnit.SECONDS)).isPositive();
            assertThat(lastSeen).as("reader and writer ran together").isPositive();
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    private static long publishUntil(StateFile writer, AtomicBoolean stop) {
        long n = 0;
        while (!stop.get()) {
            n++;
            writer.publish(0, state(n));
        }
        return n;
    }

    /** A state of this process whose every other word is {@code n}. */
    private static PublishedState state(long n) {
        return new PublishedState(OWN_PID, 0, n, n, new GpuIntegrals(n, n, n, n, n, n), n);
    }

    @Test
    void a_writer_that_died_in_the_middle_of_a_publish_reads_as_nobody() throws Exception {
        Path path = folder.resolve("gpu.state");
        StateFile.create(path, 1, 7);
        Process process = new ProcessBuilder("sleep", "60").start();
        process.destroyForcibly().waitFor();
        try (StateFile file = StateFile.open(path)) {
            file.publish(0, new PublishedState(process.pid(), 0, 5, 5, GpuIntegrals.ZERO, 70_000));
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                ByteBuffer odd = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                channel.write(odd.putLong(0, 3), 64);
            }
            PublishedState state = file.published(0);

            assertThat(state.pid()).isZero();
            assertThat(state.memoryUsedMiB()).isZero();

            file.publish(0, state(9));
            assertThat(file.published(0))
                    .as("the next engine's first publish heals it")
                    .isEqualTo(state(9));
        }
    }

    @Test
    void steps_of_two_samplers_never_overlap() throws Exception {
        Path path = folder.resolve("gpu.state");
        StateFile.create(path, 1, 7);
        int steps = 2_000;
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (StateFile one = StateFile.open(path);
                StateFile two = StateFile.open(path)) {
            Future<?> first = threads.submit(() -> addJoules(one, steps));
            Future<?> second = threads.submit(() -> addJoules(two, steps));
            first.get(30, TimeUnit.SECONDS);
            second.get(30, TimeUnit.SECONDS);

            assertThat(one.thermal(0).energyJoules()).isEqualTo(2.0 * steps);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Void addJoules(StateFile file, int steps) throws Exception {
        for (int i = 0; i < steps; i++) {
            file.locked(() -> {
                ThermalState then = file.thermal(0);
                file.putThermal(0, new ThermalState(1, 33, then.energyJoules() + 1, 72, GpuIntegrals.ZERO));
                return then;
            });
        }
        return null;
    }
}
