package org.servedyno.probe.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.sim.SimulatedGpuPublisher;
import org.servedyno.probe.sim.SimulatedNodeState;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.store.stream.GpuTrace;

class TraceRecorderTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final ProbeSource IDLE = new ProbeSource.Simulated("h100-sxm", 2, Optional.empty());

    @TempDir
    private Path folder;

    private TraceSpec spec(ProbeSource source, List<Integer> gpus) {
        return new TraceSpec(source, gpus, TraceSpec.MIN_PERIOD_MS, folder.resolve("gpu.ndjson.gz"));
    }

    private ChildJvm start(TraceSpec spec) throws IOException {
        Path file = folder.resolve("trace-spec.json");
        spec.write(file);
        return ChildJvm.start(TraceRecorderMain.child(file));
    }

    private static ChildEvent event(ChildJvm child) throws InterruptedException {
        return child.next(LONG).orElseThrow(() -> new AssertionError("no event; tail: " + child.tail()));
    }

    @Test
    void a_recorder_process_follows_the_engine_and_ends_with_its_stdin() throws Exception {
        Path stateFile = folder.resolve("gpu.state");
        ProbeSource source = new ProbeSource.Simulated("h100-sxm", 2, Optional.of(stateFile));
        TraceSpec spec = spec(source, List.of(1));
        try (SimulatedNodeState node = SimulatedNodeState.create(stateFile, 2);
                SimulatedGpuPublisher engine =
                        node.attach(ProcessHandle.current().pid(), List.of(1));
                ChildJvm child = start(spec)) {
            assertThat(event(child).name()).isEqualTo("ready");
            long startNs = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                TimeUnit.MILLISECONDS.sleep(50);
                long busyNs = System.nanoTime() - startNs;
                engine.publish(1, new GpuIntegrals(busyNs, busyNs / 2, busyNs / 4, busyNs / 4, 0, 0), 40_000);
            }
            ChildExit exit = child.stop(LONG);

            assertThat(exit.clean()).as(exit.tail()).isTrue();
            assertThat(event(child).body().get("looks").longValue()).isGreaterThan(2);
        }
        GpuTrace trace = GpuTrace.read(spec.output());
        assertThat(trace.complete()).isTrue();
        assertThat(trace.header().simulated()).isTrue();
        assertThat(trace.header().periodMs()).isEqualTo(50);
        assertThat(trace.samples()).extracting(GpuSample::gpu).containsOnly(1);
        assertThat(trace.samples())
                .anySatisfy(sample -> assertThat(sample.utilizationPercent().toOptional())
                        .hasValueSatisfying(percent -> assertThat(percent).isGreaterThan(50)));
    }

    @Test
    void a_killed_recorder_leaves_a_trace_that_is_readable_to_its_last_flush() throws Exception {
        TraceSpec spec = spec(IDLE, List.of());
        try (ChildJvm child = start(spec)) {
            assertThat(event(child).name()).isEqualTo("ready");
            long headerBytes = Files.size(spec.output());
            for (int i = 0; i < 200 && Files.size(spec.output()) == headerBytes; i++) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
            assertThat(child.stop(LONG).code()).isEqualTo(128 + 9);
        }
        GpuTrace trace = GpuTrace.read(spec.output());
        assertThat(trace.complete()).isFalse();
        assertThat(trace.samples()).hasSizeGreaterThan(2);
        assertThat(trace.samples()).extracting(GpuSample::monotonicNs).isSorted();
    }

    @Test
    void a_recorder_without_gpus_says_why_and_ends_with_1() throws Exception {
        ProbeSource missing = new ProbeSource.Simulated("h100-sxm", 1, Optional.of(folder.resolve("none")));
        try (ChildJvm child = start(spec(missing, List.of()))) {
            ChildEvent failed = event(child);

            assertThat(failed.name()).isEqualTo("failed");
            assertThat(failed.body().get("reason").textValue()).contains("none");
            assertThat(child.stop(LONG).code()).isEqualTo(1);
        }
    }

    @Test
    void a_slow_look_makes_the_next_ones_late_and_leaves_out_those_whose_time_has_passed() throws Exception {
        TraceSpec spec = spec(IDLE, List.of(0));
        AtomicInteger waits = new AtomicInteger();
        RecorderCost cost;
        try (SlowProbe probe = new SlowProbe(GpuProbes.open(IDLE), Duration.ofMillis(180))) {
            cost = new TraceRecorder(probe, spec)
                    .record(
                            time -> {
                                TimeUnit.NANOSECONDS.sleep(time.toNanos());
                                return waits.incrementAndGet() > 4;
                            },
                            () -> {});
        }
        assertThat(cost.lookMaxNs()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(180));
        assertThat(cost.missed()).as("each look takes more than three periods").isGreaterThanOrEqualTo(4);
        GpuTrace trace = GpuTrace.read(spec.output());
        assertThat(trace.samples().size()).isEqualTo(cost.looks());
        assertThat(trace.samples())
                .anySatisfy(sample -> assertThat(sample.lateNs()).isPositive());
    }

    /** A probe whose looks take their time. */
    private record SlowProbe(GpuProbe probe, Duration delay) implements GpuProbe {
        @Override
        public GpuInventory inventory() {
            return probe.inventory();
        }

        @Override
        public List<GpuSample> sample() {
            try {
                TimeUnit.NANOSECONDS.sleep(delay.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return probe.sample();
        }

        @Override
        public List<GpuEvent> events() {
            return probe.events();
        }

        @Override
        public List<GpuOccupants> occupants() {
            return probe.occupants();
        }

        @Override
        public void close() {
            probe.close();
        }
    }

    @Test
    void a_spec_comes_back_as_it_was_written() throws IOException {
        Path file = folder.resolve("spec.json");
        for (ProbeSource source : List.of(
                new ProbeSource.Nvml(Optional.empty()),
                new ProbeSource.Nvml(Optional.of(Path.of("/opt/libnvidia-ml.so"))),
                new ProbeSource.Simulated("a100-sxm", 8, Optional.of(folder.resolve("state"))))) {
            TraceSpec spec = new TraceSpec(source, List.of(3, 5), 200, folder.resolve("out.gz"));
            spec.write(file);

            assertThat(TraceSpec.read(file)).isEqualTo(spec);
        }
    }

    @Test
    void a_spec_that_cannot_be_followed_is_refused() throws IOException {
        Path file = folder.resolve("spec.json");
        assertThatIllegalArgumentException().isThrownBy(() -> new TraceSpec(IDLE, List.of(), 10, file));
        Files.writeString(
                file,
                "{\"schemaVersion\":1,\"simulated\":false,\"source\":{\"kind\":\"crystal\"},\"periodMs\":100}",
                StandardCharsets.UTF_8);

        assertThatIOException().isThrownBy(() -> TraceSpec.read(file)).withMessageContaining("crystal");
    }
}
