package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.probe.nvml.call.NvmlLibrary;
import org.servedyno.probe.trace.TraceRecorderMain;
import org.servedyno.probe.trace.TraceSpec;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.stream.GpuTrace;

/** A driver whose calls do not come back, or take their process along. */
class UnresponsiveGpuTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final Path output = Path.of("gpu.ndjson.gz");

    private ChildJvm recorder(FakeNvml fake) throws IOException {
        TraceSpec spec = new TraceSpec(
                new ProbeSource.Nvml(Optional.of(fake.library())),
                List.of(),
                TraceSpec.MIN_PERIOD_MS,
                folder.resolve(output));
        Path file = folder.resolve("trace-spec.json");
        spec.write(file);
        List<String> flags = Stream.concat(
                        TraceRecorderMain.JVM_FLAGS.stream(),
                        Stream.of("-XX:ErrorFile=" + folder.resolve("crash.log"), "-XX:-CreateCoredumpOnCrash"))
                .toList();
        return ChildJvm.start(TraceRecorderMain.child(file).withJvmFlags(flags.toArray(String[]::new)));
    }

    private static void awaitReady(ChildJvm child) throws InterruptedException {
        ChildEvent event = child.next(LONG).orElseThrow(() -> new AssertionError("no event; tail: " + child.tail()));
        assertThat(event.name()).as("%s", event).isEqualTo("ready");
    }

    @Test
    void t26_a_gpu_whose_call_hangs_is_given_up_with_the_name_of_the_call_and_the_others_are_read() throws Exception {
        FakeNvml fake = FakeNvml.in(folder).show(FakeNode.healthy().call("nvmlDeviceGetEccMode", "hang gpu 3"));
        try (NvmlProbe probe = NvmlProbe.open(Optional.of(fake.library()), Map.of())) {
            GpuInventory inventory = probe.inventory();

            assertThat(inventory.gpus().get(3).identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
            assertThat(inventory.gpus().get(3).ecc().enabled().absentReason().orElseThrow())
                    .startsWith("unresponsive")
                    .contains("nvmlDeviceGetEccMode");
            assertThat(inventory
                            .gpus()
                            .get(3)
                            .power()
                            .enforcedWatts()
                            .absentReason()
                            .orElseThrow())
                    .as("it is not asked again")
                    .startsWith("unresponsive");
            assertThat(inventory.gpus().get(4).ecc().enabled()).isEqualTo(Reading.of(true));
            assertThat(inventory.gpus().get(7).power().enforcedWatts()).isEqualTo(Reading.of(700.0));
        }
    }

    @Test
    void t26_a_gpu_whose_handle_hangs_keeps_none_of_those_after_it() throws Exception {
        FakeNvml fake =
                FakeNvml.in(folder).show(FakeNode.healthy().call("nvmlDeviceGetHandleByIndex_v2", "hang gpu 2"));
        NvmlLibrary library = NvmlLibrary.load(Optional.of(fake.library()), Map.of());
        try (NvmlSession session = NvmlSession.open(library, Duration.ofMillis(300))) {
            assertThat(session.device(1).toOptional()).isPresent();
            assertThat(session.device(2).absentReason())
                    .hasValue("nvmlDeviceGetHandleByIndex_v2 has not come back in 0.3 s");
            assertThat(session.device(3).toOptional()).isPresent();
            assertThat(session.driverVersion()).isEqualTo(Reading.of("580.82.07"));
        }
    }

    @Test
    void t26_a_driver_whose_count_hangs_is_told_as_stuck() {
        FakeNvml fake = FakeNvml.in(folder).show(FakeNode.healthy().call("nvmlDeviceGetCount_v2", "hang"));

        ProbeUnavailableException refusal = catchThrowableOfType(
                ProbeUnavailableException.class,
                () -> NvmlSession.open(NvmlLibrary.load(Optional.of(fake.library()), Map.of()), Duration.ofMillis(300))
                        .close());

        assertThat(refusal.seen()).isEqualTo("nvmlDeviceGetCount_v2 has not come back in 0.3 s");
        assertThat(refusal.nextStep()).contains("stuck");
    }

    @Test
    void t26_a_recorder_marks_a_gpu_that_hangs_goes_on_with_the_others_and_ends_when_told() throws Exception {
        FakeNvml fake = FakeNvml.in(folder);
        try (ChildJvm child = recorder(fake)) {
            awaitReady(child);
            fake.show(FakeNode.healthy().call("nvmlDeviceGetPowerUsage", "hang gpu 3"));
            TimeUnit.SECONDS.sleep(5);

            ChildExit exit = child.stop(LONG);

            assertThat(exit.code()).as(exit.tail()).isZero();
            assertThat(exit.destroyed()).isFalse();
        }
        GpuTrace trace = GpuTrace.read(folder.resolve(output));
        assertThat(trace.complete()).isTrue();
        assertThat(trace.events()).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(GpuEvent.Kind.UNRESPONSIVE);
            assertThat(event.gpu()).hasValue(3);
            assertThat(event.detail()).contains("nvmlDeviceGetPowerUsage");
        });
        long givenUpNs = trace.events().get(0).monotonicNs();
        assertThat(trace.samples())
                .filteredOn(sample -> sample.monotonicNs() > givenUpNs)
                .extracting(GpuSample::gpu)
                .contains(0, 1, 2, 4, 5, 6, 7)
                .doesNotContain(3);
    }

    @Test
    void a_driver_that_takes_the_recorder_along_leaves_its_trace_and_this_process() throws Exception {
        FakeNvml fake = FakeNvml.in(folder);
        try (ChildJvm child = recorder(fake)) {
            awaitReady(child);
            long headerBytes = Files.size(folder.resolve(output));
            long endNs = System.nanoTime() + LONG.toNanos();
            while (Files.size(folder.resolve(output)) == headerBytes && System.nanoTime() < endNs) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            fake.show(FakeNode.healthy().call("nvmlDeviceGetPowerUsage", "crash gpu 3"));
            assertThat(child.next(LONG)).as("no further event").isEmpty();

            assertThat(child.stop(LONG).clean()).isFalse();
        }
        assertThat(folder.resolve("crash.log")).content().contains("SIGSEGV", "libnvidia-ml.so.1");
        GpuTrace trace = GpuTrace.read(folder.resolve(output));
        assertThat(trace.complete()).isFalse();
        assertThat(trace.samples()).isNotEmpty();
    }

    @Test
    void a_script_with_an_unknown_key_ends_the_process_that_reads_it_with_the_line() throws Exception {
        FakeNvml fake = FakeNvml.in(folder).show(FakeNode.healthy().gpu(0, "clock.smm", 990));
        try (ChildJvm child = recorder(fake)) {
            assertThat(child.next(LONG)).isEmpty();

            ChildExit exit = child.stop(LONG);

            assertThat(exit.code()).isGreaterThan(128);
            assertThat(exit.tail()).contains("fake NVML: unknown key: \"clock.smm\"");
        }
    }
}
