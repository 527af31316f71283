package org.servedyno.probe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.stream.GpuTrace;

/** The recorder killed by SIGKILL at random moments: ten, or a hundred with {@code -Pfull}. */
class RecorderKilledTest {
    private static final int KILLS = Boolean.getBoolean("servedyno.full") ? 100 : 10;
    private static final int LATEST_MS = 2_500;
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void a_recorder_killed_at_any_moment_leaves_a_trace_that_is_readable_and_true() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int readable = 0;
        for (int i = 0; i < KILLS; i++) {
            int afterMs = random.nextInt(LATEST_MS);
            String kill = "seed " + seed + ", kill " + i + ", after " + afterMs + " ms";
            Path trace = folder.resolve("gpu-" + i + ".ndjson.gz");
            if (killed(trace, afterMs)) {
                assertFaithful(kill, GpuTrace.read(trace));
                readable++;
            } else if (Files.exists(trace)) {
                assertNothingOrTrue(kill, trace);
            }
        }
        assertThat(readable).as("seed %d: recordings that had begun", seed).isPositive();
    }

    /** Whether it said that it had begun before it was killed. */
    private boolean killed(Path trace, int afterMs) throws IOException, InterruptedException {
        Path file = folder.resolve("trace.json");
        new TraceSpec(
                        new ProbeSource.Simulated("h100-sxm", 8, Optional.empty()),
                        List.of(),
                        TraceSpec.MIN_PERIOD_MS,
                        trace)
                .write(file);
        try (ChildJvm child = ChildJvm.start(TraceRecorderMain.child(file))) {
            TimeUnit.MILLISECONDS.sleep(afterMs);
            ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
            child.stop(LONG);
            return child.next(Duration.ZERO)
                    .filter(event -> event.name().equals("ready"))
                    .isPresent();
        }
    }

    private static void assertFaithful(String kill, GpuTrace trace) {
        assertThat(trace.complete()).as(kill).isFalse();
        assertThat(trace.unknownLines()).as(kill).isZero();
        assertThat(trace.events()).as(kill).isEmpty();
        assertThat(trace.header().gpus()).as(kill).hasSize(8);
        assertThat(trace.samples()).as(kill).hasSizeGreaterThanOrEqualTo(8);
        Map<Integer, GpuSample> before = new HashMap<>();
        for (GpuSample sample : trace.samples()) {
            assertIdle(kill, sample);
            GpuSample earlier = before.put(sample.gpu(), sample);
            if (earlier != null) {
                assertThat(sample.monotonicNs()).as(kill).isGreaterThan(earlier.monotonicNs());
            }
        }
        assertThat(before).as(kill).hasSize(8);
    }

    /** What is known of a simulated GPU on which nothing runs. */
    private static void assertIdle(String kill, GpuSample sample) {
        assertThat(sample.gpu()).as(kill).isBetween(0, 7);
        assertThat(sample.utilizationPercent()).as(kill).isEqualTo(Reading.of(0.0));
        assertThat(sample.memoryUsedMiB()).as(kill).isEqualTo(Reading.of(2.0));
        assertThat(sample.smMhz()).as(kill).isEqualTo(Reading.of(345));
        assertThat(sample.memoryMhz()).as(kill).isEqualTo(Reading.of(2619));
        assertThat(sample.eventReasons()).as(kill).isEqualTo(Reading.of(1L));
        assertThat(sample.energyJoules().toOptional()).as(kill).isPresent();
    }

    /** A recorder killed before it had begun leaves less than a header, or a prefix of what it had to say. */
    private static void assertNothingOrTrue(String kill, Path trace) throws IOException {
        try {
            for (GpuSample sample : GpuTrace.read(trace).samples()) {
                assertIdle(kill, sample);
            }
        } catch (IOException e) {
            assertThat(e).as(kill).hasMessageContaining("before its header");
        }
    }
}
