package org.servedyno.probe.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.ProbeSource;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.store.stream.GpuTrace;

/** What the recorder makes of a probe whose every answer is scripted. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RecordingTest {
    private static final Reading<List<GpuProcess>> ONE =
            Reading.of(List.of(new GpuProcess(4711, "compute", Reading.of(70_000.0))));

    @TempDir
    private Path folder;

    private final ScriptedProbe probe = new ScriptedProbe();

    /** Two GPUs; each look takes the next script, or none. */
    private static final class ScriptedProbe implements GpuProbe {
        private final Deque<List<GpuSample>> looks = new ArrayDeque<>();
        private final Deque<List<GpuEvent>> events = new ArrayDeque<>();
        private int askedForOccupants;

        @Override
        public GpuInventory inventory() {
            return new GpuInventory(
                    "nvml scripted",
                    false,
                    ClockAnchor.now(),
                    Reading.of("550.54.15"),
                    Reading.absent("scripted"),
                    Reading.absent("scripted"),
                    List.of(GpuInfo.unreadable(0, "GPU-a", "scripted"), GpuInfo.unreadable(1, "GPU-b", "scripted")),
                    Reading.absent("scripted"));
        }

        @Override
        public List<GpuSample> sample() {
            return Optional.ofNullable(looks.poll()).orElse(List.of());
        }

        @Override
        public List<GpuEvent> events() {
            return Optional.ofNullable(events.poll()).orElse(List.of());
        }

        @Override
        public List<GpuOccupants> occupants() {
            askedForOccupants++;
            return List.of(new GpuOccupants(System.nanoTime(), 0, ONE), new GpuOccupants(System.nanoTime(), 1, ONE));
        }

        @Override
        public void close() {}
    }

    private static GpuSample sample(int gpu, double energyJoules) {
        return GpuSample.of(System.nanoTime(), gpu, "scripted")
                .energyJoules(Reading.of(energyJoules))
                .build();
    }

    private static GpuEvent event(int gpu, Kind kind) {
        return new GpuEvent(
                System.nanoTime(), OptionalInt.of(gpu), kind, OptionalLong.empty(), "scripted " + kind.name());
    }

    /** Records that many looks at the shortest period. */
    private GpuTrace record(List<Integer> gpus, int looks, Duration occupantsEvery)
            throws IOException, InterruptedException {
        TraceSpec spec = new TraceSpec(
                new ProbeSource.Nvml(Optional.empty()), gpus, TraceSpec.MIN_PERIOD_MS, folder.resolve("gpu.ndjson.gz"));
        List<Long> looked = new ArrayList<>();
        new TraceRecorder(probe, spec, occupantsEvery)
                .record(
                        time -> {
                            TimeUnit.NANOSECONDS.sleep(time.toNanos());
                            looked.add(System.nanoTime());
                            return looked.size() >= looks;
                        },
                        () -> {});
        return GpuTrace.read(spec.output());
    }

    @Test
    void t25_who_is_on_the_gpus_is_read_at_the_start_and_then_no_more_often_than_agreed() throws Exception {
        GpuTrace trace = record(List.of(), 12, Duration.ofMillis(200));

        assertThat(probe.askedForOccupants).isBetween(1, 3);
        assertThat(trace.occupants()).hasSize(2 + 2 * probe.askedForOccupants);
        assertThat(trace.occupants().get(0).processes()).isEqualTo(Reading.absent("scripted"));
        assertThat(trace.occupants().get(2).processes()).isEqualTo(ONE);
    }

    @Test
    void t25_by_default_the_process_lists_are_left_alone_for_ten_seconds() throws Exception {
        record(List.of(), 8, TraceRecorder.OCCUPANTS_EVERY);

        assertThat(TraceRecorder.OCCUPANTS_EVERY).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
        assertThat(probe.askedForOccupants).isZero();
    }

    @Test
    void t25_what_recording_took_is_in_the_last_line() throws Exception {
        GpuTrace trace = record(List.of(), 4, TraceRecorder.OCCUPANTS_EVERY);

        var cost = trace.end().orElseThrow().cost();
        assertThat(cost.looks()).isEqualTo(4);
        assertThat(cost.elapsedNs()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(3 * TraceSpec.MIN_PERIOD_MS));
        assertThat(cost.cpuNs().toOptional()).isPresent();
        assertThat(cost.lateMaxNs()).isGreaterThanOrEqualTo(cost.lateP99Ns());
        assertThat(cost.lateP99Ns()).isGreaterThanOrEqualTo(cost.lateP50Ns());
    }

    @Test
    void t20_a_counter_that_falls_is_an_event_and_not_a_second_one_while_it_rises_again() throws Exception {
        for (double joules : new double[] {1000, 1100, 7, 9}) {
            probe.looks.add(List.of(sample(0, joules), sample(1, 5)));
        }

        GpuTrace trace = record(List.of(), 5, TraceRecorder.OCCUPANTS_EVERY);

        assertThat(trace.events()).singleElement().satisfies(reset -> {
            assertThat(reset.kind()).isEqualTo(Kind.COUNTER_RESET);
            assertThat(reset.gpu()).hasValue(0);
            assertThat(reset.detail()).isEqualTo("energyJoules fell from 1100 to 7");
        });
    }

    @Test
    void t36_a_lost_gpu_is_in_the_trace_once_and_the_others_go_on() throws Exception {
        probe.looks.add(List.of(sample(0, 1), sample(1, 1)));
        probe.looks.add(List.of(sample(0, 2)));
        probe.looks.add(List.of(sample(0, 3)));
        GpuEvent lost = event(1, Kind.LOST);
        probe.events.add(List.of());
        probe.events.add(List.of(lost));

        GpuTrace trace = record(List.of(), 4, TraceRecorder.OCCUPANTS_EVERY);

        assertThat(trace.events()).containsExactly(lost);
        assertThat(trace.samples()).extracting(GpuSample::gpu).containsExactly(0, 1, 0, 0);
        assertThat(trace.complete()).isTrue();
    }

    @Test
    void events_from_before_the_first_look_and_of_the_last_moment_are_recorded_and_those_of_other_gpus_are_not()
            throws Exception {
        GpuEvent first = event(0, Kind.XID);
        GpuEvent others = event(1, Kind.XID);
        GpuEvent last = event(0, Kind.ECC);
        probe.events.add(List.of(first, others));
        probe.events.add(List.of());
        probe.events.add(List.of(last));

        GpuTrace trace = record(List.of(0), 2, TraceRecorder.OCCUPANTS_EVERY);

        assertThat(trace.events()).containsExactly(first, last);
        assertThat(trace.header().gpus())
                .singleElement()
                .satisfies(gpu -> assertThat(gpu.index()).isZero());
    }

    @Test
    void the_schedule_does_not_drift_however_long_a_look_takes() throws Exception {
        List<Long> dueNs = new ArrayList<>();
        AtomicInteger waits = new AtomicInteger();
        TraceSpec spec =
                new TraceSpec(new ProbeSource.Nvml(Optional.empty()), List.of(), 50, folder.resolve("gpu.ndjson.gz"));
        for (int i = 0; i < 12; i++) {
            probe.looks.add(List.of(sample(0, i)));
        }
        new TraceRecorder(probe, spec)
                .record(
                        time -> {
                            long dueAtNs = System.nanoTime() + time.toNanos();
                            TimeUnit.NANOSECONDS.sleep(time.toNanos());
                            TimeUnit.MILLISECONDS.sleep(waits.incrementAndGet() == 3 ? 120 : 10);
                            if (!time.isZero()) {
                                dueNs.add(dueAtNs);
                            }
                            return waits.get() > 10;
                        },
                        () -> {});

        assertThat(dueNs)
                .as("but for a moment in which this test itself was held up")
                .filteredOn(due -> {
                    double periods = (due - dueNs.get(0)) / 50e6;
                    return Math.abs(periods - Math.rint(periods)) < 0.2;
                })
                .hasSizeGreaterThanOrEqualTo(dueNs.size() - 2);
    }

    @Test
    void a_gpu_that_is_not_there_is_refused_by_its_index() {
        assertThatIOException()
                .isThrownBy(() -> record(List.of(0, 7), 2, TraceRecorder.OCCUPANTS_EVERY))
                .withMessage("there is no GPU [7] here; there are [0, 1]");
    }
}
