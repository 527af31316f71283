package org.servedyno.probe.nvml.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.probe.fake.Looks;
import org.servedyno.probe.nvml.call.NvmlField;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;

/** A node over the real ABI while it is sampled and its events are taken. */
class WatchedNodeTest {
    private static final long LIMIT_S = 20;
    private static final String WAIT = "nvmlEventSetWait_v2";

    @TempDir
    private Path folder;

    private FakeNvml fake(FakeNode node) {
        return FakeNvml.in(folder).show(node);
    }

    private static GpuProbe open(FakeNvml fake) throws ProbeUnavailableException {
        return GpuProbes.open(new ProbeSource.Nvml(Optional.of(fake.library())));
    }

    /** Samples of GPU 0 ten times a second until one is as wanted, that one last. */
    private static List<GpuSample> samplesUntil(GpuProbe probe, Predicate<GpuSample> wanted)
            throws InterruptedException {
        List<GpuSample> samples = new ArrayList<>();
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (System.nanoTime() < endNs) {
            probe.sample().stream().filter(sample -> sample.gpu() == 0).forEach(samples::add);
            if (!samples.isEmpty() && wanted.test(samples.get(samples.size() - 1))) {
                return samples;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new AssertionError("no such sample in " + LIMIT_S + " s among " + samples);
    }

    private static List<GpuEvent> eventsUntil(GpuProbe probe, Predicate<GpuEvent> wanted) throws InterruptedException {
        List<GpuEvent> events = new ArrayList<>();
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (System.nanoTime() < endNs) {
            events.addAll(probe.events());
            if (events.stream().anyMatch(wanted)) {
                return events;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        throw new AssertionError("no such event in " + LIMIT_S + " s, but " + events);
    }

    /** Until the driver has been waited on this often: the GPUs are registered by then. */
    private static void awaitWaits(FakeNvml fake, int count) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (fake.calls(WAIT) < count) {
            assertThat(System.nanoTime()).as("the end of the time allowed").isLessThan(endNs);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static boolean present(Reading<?> reading) {
        return reading.toOptional().isPresent();
    }

    @Test
    void t17_activity_is_absent_until_a_window_closes_and_windows_are_never_too_short() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy()
                .with("gpm.sm", 61.5)
                .with("gpm.tensor", 37.25)
                .with("gpm.dram", 88));
        try (GpuProbe probe = open(fake)) {
            List<GpuSample> samples = samplesUntil(probe, sample -> present(sample.smActivePercent()));

            assertThat(samples.get(0).smActivePercent().absentReason().orElseThrow())
                    .contains("first window");
            GpuSample last = samples.get(samples.size() - 1);
            assertThat(last.monotonicNs() - samples.get(0).monotonicNs())
                    .as("the chip's counters mean nothing over less than 100 ms")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(110));
            assertThat(last.smActivePercent())
                    .as("two samples too close give nonsense")
                    .isEqualTo(Reading.of(61.5));
            assertThat(last.tensorActivePercent()).isEqualTo(Reading.of(37.25));
            assertThat(last.dramActivePercent()).isEqualTo(Reading.of(88.0));
            assertThat(fake.gpmOverlaps())
                    .as("no two GPUs take a GPM sample at once")
                    .isZero();
        }
    }

    @Test
    void t17_what_is_no_number_or_has_a_code_of_its_own_is_absent_beside_what_is_there() throws Exception {
        FakeNode node = FakeNode.healthy()
                .with("gpm.sm", 61.5)
                .with("gpm.tensor", "nan")
                .with("gpm.dram", "return 3");
        try (GpuProbe probe = open(fake(node))) {
            List<GpuSample> samples = samplesUntil(probe, sample -> present(sample.smActivePercent()));

            GpuSample last = samples.get(samples.size() - 1);
            assertThat(last.tensorActivePercent().absentReason().orElseThrow()).contains("not a number");
            assertThat(last.dramActivePercent().absentReason().orElseThrow()).startsWith("NVML_ERROR_NOT_SUPPORTED");
        }
    }

    @Test
    void t17_a_window_that_a_reset_cut_is_absent_and_the_next_one_counts() throws Exception {
        FakeNode node =
                FakeNode.healthy().with("gpus", 1).with("gpm.sm", 61.5).call("nvmlGpmMetricsGet", "return 2 times 1");
        try (GpuProbe probe = open(fake(node))) {
            List<GpuSample> samples = samplesUntil(probe, sample -> present(sample.smActivePercent()));

            assertThat(samples)
                    .anySatisfy(sample -> assertThat(sample.smActivePercent().absentReason())
                            .hasValueSatisfying(reason -> assertThat(reason).contains("nvmlGpmMetricsGet")));
        }
    }

    @Test
    void t20_traffic_is_what_all_links_count_and_an_interval_over_a_reset_has_none() throws Exception {
        FakeNode busy = FakeNode.healthy().with("nvlink.tx", 4000).with("pcie.rx", 250);
        FakeNvml fake = fake(busy);
        try (GpuProbe probe = open(fake)) {
            GpuSample first = Looks.of(probe, 0);
            TimeUnit.MILLISECONDS.sleep(50);
            GpuSample second = Looks.of(probe, 0);
            fake.show(busy.with("nvlink.tx.count", 5));
            GpuSample reset = Looks.of(probe, 0);
            fake.show(busy.with("nvlink.tx.count", 1024));
            GpuSample after = Looks.of(probe, 0);

            assertThat(first.nvlinkTxMiBps().absentReason()).hasValue("a rate needs two looks");
            assertThat(second.nvlinkTxMiBps().toOptional().orElseThrow()).isBetween(3900.0, 4100.0);
            assertThat(second.pcieRxMiBps().toOptional().orElseThrow()).isBetween(240.0, 260.0);
            assertThat(reset.nvlinkTxMiBps().absentReason().orElseThrow()).contains("fell");
            assertThat(after.nvlinkTxMiBps().toOptional().orElseThrow()).isPositive();
        }
    }

    @Test
    void t23_an_energy_counter_that_is_missing_or_stands_still_is_told_as_it_is() throws Exception {
        FakeNode node = FakeNode.healthy()
                .with("power", 700)
                .gpu(0, "energy.count", "return 3")
                .gpu(1, "energy.count", 5_000_000);
        try (GpuProbe probe = open(fake(node))) {
            List<GpuSample> samples = Looks.all(probe, 0, 1);
            TimeUnit.MILLISECONDS.sleep(20);
            List<GpuSample> later = Looks.all(probe, 0, 1);

            assertThat(samples.get(0).energyJoules().absentReason().orElseThrow())
                    .startsWith("NVML_ERROR_NOT_SUPPORTED");
            assertThat(samples.get(0).powerWatts()).isEqualTo(Reading.of(700.0));
            assertThat(later.get(1).energyJoules())
                    .isEqualTo(samples.get(1).energyJoules())
                    .isEqualTo(Reading.of(5000.0));
            assertThat(later.get(1).powerWatts()).isEqualTo(Reading.of(700.0));
        }
    }

    @Test
    void t24_the_call_that_counts_pcie_traffic_for_20_ms_is_never_made() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy());
        try (GpuProbe probe = open(fake)) {
            probe.inventory();
            probe.events();
            for (int i = 0; i < 20; i++) {
                Looks.all(probe, 0, 1, 2, 3, 4, 5, 6, 7);
            }
            probe.occupants();

            assertThat(fake.calls("nvmlDeviceGetPcieThroughput")).isZero();
            assertThat(fake.calls("nvmlDeviceGetPowerUsage")).isGreaterThanOrEqualTo(20 * 8);
        }
    }

    @Test
    void t27_a_sample_of_a_slow_call_is_of_the_time_in_which_it_was_read() throws Exception {
        FakeNode node = FakeNode.healthy().with("gpus", 1).call("nvmlDeviceGetUtilizationRates", "delay 30");
        try (GpuProbe probe = open(fake(node))) {
            long beforeNs = System.nanoTime();
            GpuSample sample = Looks.of(probe, 0);
            long afterNs = System.nanoTime();

            assertThat(sample.monotonicNs())
                    .as("half of the delay lies before the middle of the look")
                    .isBetween(beforeNs + TimeUnit.MILLISECONDS.toNanos(15), afterNs);
        }
    }

    @Test
    void t30_a_wait_that_ends_early_is_begun_again_and_what_comes_later_is_not_missed() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy().call(WAIT, "return 10"));
        try (GpuProbe probe = open(fake)) {
            assertThat(probe.events()).isEmpty();
            awaitWaits(fake, 6);
            fake.show(FakeNode.healthy().xid(3, 79).line("event gpu4 sbe"));

            List<GpuEvent> events = eventsUntil(probe, event -> event.kind() == GpuEvent.Kind.ECC);

            assertThat(events).hasSize(2);
            assertThat(events.get(0).kind()).isEqualTo(GpuEvent.Kind.XID);
            assertThat(events.get(0).gpu()).hasValue(3);
            assertThat(events.get(0).data()).hasValue(79);
            assertThat(events.get(1).gpu()).hasValue(4);
        }
    }

    @Test
    void t30_an_event_from_before_the_watch_is_lost_to_nvml_and_none_is_made_up() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy().xid(3, 79));
        try (GpuProbe probe = open(fake)) {
            probe.events();
            awaitWaits(fake, 2);
            fake.show(FakeNode.healthy().xid(2, 31));

            assertThat(eventsUntil(probe, event -> event.kind() == GpuEvent.Kind.XID))
                    .singleElement()
                    .satisfies(event -> assertThat(event.gpu()).hasValue(2));
        }
    }

    @Test
    void t36_one_lost_gpu_of_8_is_told_once_and_the_other_7_are_sampled_and_watched() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy());
        FakeNode oneLost = FakeNode.healthy().gpu(5, "lost", 1);
        try (GpuProbe probe = open(fake)) {
            List<GpuEvent> events = new ArrayList<>(probe.events());
            assertThat(Looks.all(probe, 0, 1, 2, 3, 4, 5, 6, 7)).hasSize(8);
            awaitWaits(fake, 1);

            fake.show(oneLost);
            for (int i = 0; i < 5; i++) {
                assertThat(Looks.all(probe, 0, 1, 2, 3, 4, 6, 7))
                        .extracting(GpuSample::gpu)
                        .containsExactly(0, 1, 2, 3, 4, 6, 7);
            }
            fake.show(oneLost.xid(1, 94));
            events.addAll(eventsUntil(probe, event -> event.kind() == GpuEvent.Kind.XID));

            assertThat(events)
                    .filteredOn(event -> event.kind() == GpuEvent.Kind.LOST)
                    .singleElement()
                    .satisfies(event -> assertThat(event.gpu()).hasValue(5));
            assertThat(probe.inventory()
                            .gpus()
                            .get(5)
                            .power()
                            .enforcedWatts()
                            .absentReason()
                            .orElseThrow())
                    .startsWith("NVML_ERROR_GPU_IS_LOST");
        }
    }

    @Test
    void t37_no_field_is_asked_for_that_is_not_on_the_list_and_199_and_200_are_not_on_it() throws Exception {
        List<Integer> listed =
                Arrays.stream(NvmlField.values()).map(NvmlField::id).toList();
        FakeNvml fake = fake(FakeNode.healthy());
        try (GpuProbe probe = open(fake)) {
            probe.inventory();
            probe.sample();

            assertThat(listed).doesNotContain(199, 200);
            assertThat(fake.fieldAsked(NvmlField.MEMORY_TEMPERATURE.id())).isPositive();
            for (int field = 0; field < 512; field++) {
                if (!listed.contains(field)) {
                    assertThat(fake.fieldAsked(field)).as("field %d", field).isZero();
                }
            }
            assertThat(NvmlField.values())
                    .allSatisfy(field -> assertThat(field.sinceDriverBranch()).isGreaterThanOrEqualTo(450));
        }
    }
}
