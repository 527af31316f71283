package org.servedyno.probe.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.sim.SimulatedNode.Load;
import org.servedyno.probe.sim.chip.GpuIntegrals;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

class SimulatedProbeTest {
    private static final long OWN_PID = ProcessHandle.current().pid();
    private static final Duration STEP = Duration.ofMillis(100);
    private static final Load DECODE = new Load(1, 0.7, 0.08, 0.75);
    private static final Load GEMM = new Load(1, 1, 0.9, 0.4);

    @TempDir
    private Path folder;

    private SimulatedNode node;

    @BeforeEach
    void makeNode() throws IOException {
        node = new SimulatedNode(folder.resolve("gpu.state"), 2);
    }

    private static double value(Reading<? extends Number> reading) {
        return reading.toOptional().orElseThrow().doubleValue();
    }

    /** Runs a load on GPU 0 in steps, and gives the last sample of it. */
    private GpuSample run(SimulatedProbe probe, SimulatedGpuPublisher engine, Load load, Duration time) {
        GpuSample last = probe.sample().get(0);
        for (Duration done = STEP; done.compareTo(time) <= 0; done = done.plus(STEP)) {
            node.pass(STEP);
            engine.publish(0, load.over(done), 70_000);
            last = probe.sample().get(0);
        }
        return last;
    }

    @Test
    void activity_is_the_difference_of_what_the_engine_publishes() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 2);
                SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(0))) {
            GpuSample sample = run(probe, engine, DECODE, Duration.ofSeconds(1));

            assertThat(value(sample.utilizationPercent())).isCloseTo(100, within(0.01));
            assertThat(value(sample.smActivePercent())).isCloseTo(70, within(0.01));
            assertThat(value(sample.tensorActivePercent())).isCloseTo(8, within(0.01));
            assertThat(value(sample.dramActivePercent())).isCloseTo(75, within(0.01));
            assertThat(value(sample.pcieTxMiBps())).isCloseTo(1000 / 1024.0, within(0.01));
            assertThat(value(sample.pcieRxMiBps())).isCloseTo(2000 / 1024.0, within(0.01));
            assertThat(value(sample.memoryUsedMiB())).isEqualTo(70_002);
            assertThat(value(sample.powerWatts())).isBetween(420.0, 500.0);
            assertThat(value(sample.smMhz())).isEqualTo(1980);
            assertThat(sample.eventReasons()).isEqualTo(Reading.of(0L));
        }
    }

    @Test
    void a_gpu_no_engine_is_on_stays_idle_beside_a_busy_one() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 2);
                SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(0))) {
            run(probe, engine, GEMM, Duration.ofSeconds(2));
            GpuSample idle = probe.sample().get(1);

            assertThat(value(idle.utilizationPercent())).isZero();
            assertThat(value(idle.powerWatts())).isCloseTo(72, within(1.0));
            assertThat(value(idle.smMhz())).isEqualTo(345);
            assertThat(value(idle.memoryMhz())).isEqualTo(2619);
            assertThat(idle.eventReasons()).isEqualTo(Reading.of(0x1L));
            assertThat(value(idle.memoryUsedMiB())).isEqualTo(2);
        }
    }

    @Test
    void a_heavy_load_meets_the_power_limit_and_the_clock_falls() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 1);
                SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(0))) {
            GpuSample sample = run(probe, engine, GEMM, Duration.ofSeconds(1));

            assertThat(value(sample.powerWatts())).isCloseTo(700, within(8.0));
            assertThat(value(sample.smMhz())).isBetween(1700.0, 1965.0);
            assertThat(sample.eventReasons()).isEqualTo(Reading.of(0x4L));
        }
    }

    @Test
    void two_looks_between_two_publishes_show_the_same_activity() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 1);
                SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(0))) {
            run(probe, engine, DECODE, Duration.ofSeconds(1));
            node.pass(Duration.ofMillis(40));
            GpuSample between = probe.sample().get(0);

            assertThat(value(between.dramActivePercent())).isCloseTo(75, within(0.01));
        }
    }

    @Test
    void a_silent_engine_reads_as_idle_and_its_memory_as_returned() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 1);
                SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(0))) {
            run(probe, engine, DECODE, Duration.ofSeconds(1));
            node.pass(Duration.ofMillis(1100));
            GpuSample silent = probe.sample().get(0);
            assertThat(value(silent.utilizationPercent())).isZero();
            assertThat(value(silent.memoryUsedMiB())).isEqualTo(2);

            engine.heartbeat();
            assertThat(value(probe.sample().get(0).memoryUsedMiB()))
                    .as("it was only slow")
                    .isEqualTo(70_002);
        }
    }

    @Test
    void an_engine_whose_process_is_gone_reads_as_idle_at_once() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 1)) {
            SimulatedGpuPublisher engine = state.attach(process.pid(), List.of(0));
            engine.publish(0, GpuIntegrals.ZERO, 70_000);
            assertThat(value(probe.sample().get(0).memoryUsedMiB())).isEqualTo(70_002);
            assertThat(probe.inventory()
                            .gpus()
                            .get(0)
                            .processes()
                            .map(all -> all.get(0).pid()))
                    .isEqualTo(Reading.of(process.pid()));

            process.destroyForcibly().waitFor();

            assertThat(value(probe.sample().get(0).memoryUsedMiB())).isEqualTo(2);
            assertThat(probe.inventory().gpus().get(0).processes()).isEqualTo(Reading.of(List.of()));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void the_temperature_rises_with_power_and_is_still_there_for_the_next_engine_and_probe() throws IOException {
        double hotC;
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 1);
                SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(0))) {
            assertThat(value(probe.sample().get(0).temperatureC())).isEqualTo(33);
            hotC = value(run(probe, engine, GEMM, Duration.ofSeconds(20)).temperatureC());
            assertThat(hotC).isCloseTo(65, within(1.0));
        }
        try (SimulatedProbe later = node.probe("h100-sxm", 1)) {
            assertThat(value(later.sample().get(0).temperatureC())).isEqualTo(hotC);
            node.pass(Duration.ofSeconds(3));
            assertThat(value(later.sample().get(0).temperatureC()))
                    .as("one time constant later a third of the way is left")
                    .isCloseTo(33 + (hotC - 33) / Math.E, within(1.0));
        }
    }

    @Test
    void energy_is_the_integral_of_power_whoever_looks_and_however_often() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 1);
                SimulatedProbe other = node.probe("h100-sxm", 1);
                SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(0))) {
            double beforeJoules = value(probe.sample().get(0).energyJoules());
            GpuSample after = run(probe, engine, DECODE, Duration.ofSeconds(10));
            double joules = value(after.energyJoules()) - beforeJoules;

            assertThat(joules).isCloseTo(10 * value(after.powerWatts()), within(0.02 * joules));
            assertThat(value(other.sample().get(0).energyJoules())).isEqualTo(value(after.energyJoules()));
        }
    }

    @Test
    void totals_go_on_from_engine_to_engine() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedProbe probe = node.probe("h100-sxm", 1)) {
            SimulatedGpuPublisher first = state.attach(OWN_PID, List.of(0));
            run(probe, first, DECODE, Duration.ofSeconds(2));
            first.close();
            node.pass(STEP);
            assertThat(value(probe.sample().get(0).utilizationPercent())).isZero();
            try (SimulatedGpuPublisher second = state.attach(OWN_PID, List.of(0))) {
                assertThat(value(run(probe, second, GEMM, STEP).tensorActivePercent()))
                        .isCloseTo(90, within(0.01));
            }
        }
    }

    @Test
    void a_gpu_with_a_live_engine_is_refused_to_another_until_it_detaches() throws IOException {
        try (SimulatedNodeState state = node.state();
                SimulatedNodeState other = node.state()) {
            SimulatedGpuPublisher engine = state.attach(OWN_PID, List.of(1));
            assertThatIOException()
                    .isThrownBy(() -> other.attach(OWN_PID, List.of(0, 1)))
                    .withMessageContaining("GPU 1 is taken by process " + OWN_PID);
            engine.close();
            other.attach(OWN_PID, List.of(0, 1)).close();
        }
    }

    @Test
    void the_same_seed_gives_the_same_noise_and_it_is_small() throws IOException {
        try (SimulatedProbe one = node.probe("h100-sxm", 2);
                SimulatedProbe two = node.probe("h100-sxm", 2)) {
            node.pass(STEP);
            GpuSample first = one.sample().get(1);
            assertThat(first.powerWatts()).isEqualTo(two.sample().get(1).powerWatts());
            assertThat(first.powerWatts()).isNotEqualTo(one.sample().get(1).powerWatts());
            assertThat(value(first.powerWatts())).isCloseTo(72, within(0.01 * 72));
        }
    }

    @Test
    void without_a_state_file_there_are_idle_gpus_as_the_product_has_them() throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("h100-sxm", 8, Optional.empty()))) {
            GpuInventory inventory = probe.inventory();

            assertThat(inventory.simulated()).isTrue();
            assertThat(inventory.gpus()).hasSize(8);
            assertThat(inventory.gpus().get(7).identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
            assertThat(inventory.gpus().get(7).memory().totalMiB()).isEqualTo(Reading.of(81559.0));
            assertThat(inventory.gpus().get(3).affinity().numaNode()).isEqualTo(Reading.of(0));
            assertThat(inventory.gpus().get(4).affinity().numaNode()).isEqualTo(Reading.of(1));
            assertThat(inventory.gpus()).extracting("uuid").doesNotHaveDuplicates();
            assertThat(inventory
                            .topology()
                            .map(topology -> topology.matrix().get(0).get(7)))
                    .isEqualTo(Reading.of(Reading.of("NV18")));
            assertThat(probe.sample())
                    .allSatisfy(sample ->
                            assertThat(value(sample.utilizationPercent())).isZero());
        }
    }

    @Test
    void a_chip_before_hopper_has_no_activity_counters() throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("a100-sxm", 1, Optional.empty()))) {
            assertThat(probe.sample().get(0).smActivePercent().absentReason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("Hopper"));
        }
    }

    @Test
    void an_unknown_profile_is_answered_with_those_there_are() {
        assertThatExceptionOfType(ProbeUnavailableException.class)
                .isThrownBy(() -> GpuProbes.open(new ProbeSource.Simulated("h100", 1, Optional.empty()))
                        .close())
                .satisfies(refusal -> assertThat(refusal.nextStep()).contains("h100-sxm"));
    }

    @Test
    void a_file_that_is_not_a_state_file_is_refused_with_the_reason() throws IOException {
        Path other = Files.write(folder.resolve("other"), new byte[1000]);
        Path small = Files.write(folder.resolve("small"), new byte[10]);

        assertThatIOException().isThrownBy(() -> SimulatedNodeState.open(other)).withMessageContaining("magic");
        assertThatIOException().isThrownBy(() -> SimulatedNodeState.open(small)).withMessageContaining("10 bytes");
    }

    @Test
    void more_gpus_than_the_state_file_has_are_refused() {
        ProbeSource source = new ProbeSource.Simulated("h100-sxm", 4, Optional.of(folder.resolve("gpu.state")));

        assertThatExceptionOfType(ProbeUnavailableException.class)
                .isThrownBy(() -> GpuProbes.open(source).close())
                .withMessageContaining("it has 2 GPUs, 4 are asked for");
    }
}
