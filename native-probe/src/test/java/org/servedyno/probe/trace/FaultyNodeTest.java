package org.servedyno.probe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.child.ChildEvent;
import org.servedyno.probe.child.ChildExit;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.stream.GpuTrace;

/** The recorder process on a node that fails while it is watched. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FaultyNodeTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private GpuTrace record(FakeNode node, long ms) throws IOException, InterruptedException {
        Path trace = folder.resolve("gpu.ndjson.gz");
        Path file = folder.resolve("trace.json");
        new TraceSpec(
                        new ProbeSource.Nvml(
                                Optional.of(FakeNvml.in(folder).show(node).library())),
                        List.of(0, 1, 2),
                        TraceSpec.DEFAULT_PERIOD_MS,
                        trace)
                .write(file);
        try (ChildJvm child = ChildJvm.start(TraceRecorderMain.child(file))) {
            assertThat(child.next(LONG).map(ChildEvent::name)).as(child.tail()).contains("ready");
            TimeUnit.MILLISECONDS.sleep(ms);
            ChildExit exit = child.stop(LONG);
            assertThat(exit.clean()).as("exit %d: %s", exit.code(), exit.tail()).isTrue();
        }
        return GpuTrace.read(trace);
    }

    private static long lastNs(GpuTrace trace, int gpu) {
        return trace.samples().stream()
                .filter(sample -> sample.gpu() == gpu)
                .mapToLong(GpuSample::monotonicNs)
                .max()
                .orElseThrow();
    }

    private static GpuEvent only(GpuTrace trace, Kind kind) {
        List<GpuEvent> events =
                trace.events().stream().filter(event -> event.kind() == kind).toList();
        assertThat(events).as("%s", trace.events()).hasSize(1);
        return events.get(0);
    }

    @Test
    void t26_a_gpu_whose_call_hangs_is_told_once_the_others_go_on_and_the_recorder_ends_well() throws Exception {
        GpuTrace trace = record(FakeNode.healthy().call("nvmlDeviceGetUtilizationRates", "hang gpu 1 after 60"), 4_500);

        assertThat(trace.complete()).isTrue();
        assertThat(only(trace, Kind.UNRESPONSIVE).gpu()).hasValue(1);
        assertThat(lastNs(trace, 0) - lastNs(trace, 1)).isGreaterThan(TimeUnit.SECONDS.toNanos(2));
    }

    @Test
    void t36_a_gpu_that_is_lost_is_told_once_and_the_others_go_on() throws Exception {
        GpuTrace trace =
                record(FakeNode.healthy().call("nvmlDeviceGetUtilizationRates", "return 15 gpu 1 after 60"), 2_500);

        assertThat(trace.complete()).isTrue();
        assertThat(only(trace, Kind.LOST).gpu()).hasValue(1);
        assertThat(lastNs(trace, 0)).isGreaterThan(lastNs(trace, 1));
        assertThat(lastNs(trace, 2)).isGreaterThan(lastNs(trace, 1));
    }

    @Test
    void an_xid_is_in_the_trace_with_its_number_and_its_gpu() throws Exception {
        GpuTrace trace = record(FakeNode.healthy().atMs(1_500, node -> node.xid(2, 79)), 3_000);

        GpuEvent xid = only(trace, Kind.XID);
        assertThat(xid.gpu()).hasValue(2);
        assertThat(xid.data()).hasValue(79);
    }
}
