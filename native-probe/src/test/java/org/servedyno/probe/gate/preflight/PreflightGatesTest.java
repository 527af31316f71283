package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.Gates;
import org.servedyno.probe.gate.Records;
import org.servedyno.probe.gate.profile.HardwareProfiles;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.GpuTopology;
import org.servedyno.results.model.gpu.info.NvLinks;

class PreflightGatesTest {
    private GpuInventory healthy;
    private List<GpuSample> samples;

    @BeforeEach
    void readTwoHealthyGpus() throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated("h100-sxm", 2, Optional.empty()))) {
            healthy = probe.inventory();
            samples = probe.sample();
        }
    }

    private GateContext context() {
        return new GateContext(
                HardwareProfiles.find("h100-sxm"), OptionalInt.of(2), Set.of(), Set.of(), false, samples);
    }

    /** The inventory with one fact of GPU 1 changed. */
    private GpuInventory changed(String fact, Object value) {
        List<GpuInfo> gpus = new ArrayList<>(healthy.gpus());
        gpus.set(1, Records.with(gpus.get(1), fact, value));
        return Records.with(healthy, "gpus", gpus);
    }

    private static Reading<List<NvLinks.Lane>> lanes(int active) {
        Reading<String> none = Reading.absent("not read");
        return Reading.of(IntStream.range(0, 18)
                .mapToObj(link -> new NvLinks.Lane(
                        link,
                        Reading.of(link < active),
                        Reading.of(6),
                        Reading.of("SWITCH"),
                        none,
                        Reading.of(26562),
                        Reading.of(0L),
                        Reading.of(0L),
                        Reading.of(0L)))
                .toList());
    }

    private static GateResult gate(List<GateResult> results, String id, int gpu) {
        return results.stream()
                .filter(result -> result.id().equals(id) && result.gpu().equals(OptionalInt.of(gpu)))
                .findFirst()
                .orElseThrow();
    }

    private static GateResult gate(List<GateResult> results, String id) {
        return results.stream()
                .filter(result -> result.id().equals(id) && result.gpu().isEmpty())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void every_gate_passes_on_a_healthy_node() {
        List<GateResult> results = PreflightGates.evaluate(healthy, context());

        assertThat(results).allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.PASS));
        assertThat(Gates.validity(results)).isEqualTo(Validity.VALID);
        assertThat(results.stream().map(GateResult::id).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "LIB-1", "LIB-2", "INV-1", "INV-2", "INV-3", "INV-4", "MODE-1", "MODE-2", "MODE-4", "MEM-7",
                        "PROC-1", "NVL-1", "NVL-3", "PCIE-1", "PWR-1", "THR-1", "THR-2", "TMP-1", "CLK-1");
    }

    static Stream<Arguments> facts() {
        return Stream.of(
                arguments(
                        "INV-2",
                        "identity.name",
                        Reading.of("NVIDIA H100 PCIe"),
                        Status.FAIL,
                        Effect.INVALID,
                        "NVIDIA H100 PCIe"),
                arguments(
                        "INV-2",
                        "identity.pciDeviceId",
                        Reading.of(0x232410DEL),
                        Status.FAIL,
                        Effect.INVALID,
                        "232410DE"),
                arguments("INV-3", "memory.totalMiB", Reading.of(40_000.0), Status.FAIL, Effect.INVALID, "40000 MiB"),
                arguments("INV-3", "memory.totalMiB", Reading.of(81_300.0), Status.PASS, Effect.NONE, "81300 MiB"),
                arguments("MODE-1", "modes.mig", Reading.of(true), Status.FAIL, Effect.INVALID, "MIG on"),
                arguments(
                        "MODE-2",
                        "modes.persistence",
                        Reading.of(false),
                        Status.WARN,
                        Effect.NONE,
                        "persistence mode off"),
                arguments("MODE-4", "ecc.enabled", Reading.of(false), Status.FAIL, Effect.INVALID, "ECC off"),
                arguments("MEM-7", "memory.usedMiB", Reading.of(15.0), Status.PASS, Effect.NONE, "15 MiB"),
                arguments("MEM-7", "memory.usedMiB", Reading.of(16.0), Status.WARN, Effect.NONE, "16 MiB"),
                arguments("MEM-7", "memory.usedMiB", Reading.of(513.0), Status.FAIL, Effect.INVALID, "513 MiB"),
                arguments(
                        "PROC-1",
                        "processes",
                        Reading.of(List.of(new GpuProcess(4711L, "compute", Reading.absent("not told")))),
                        Status.FAIL,
                        Effect.INVALID,
                        "process 4711"),
                arguments("NVL-1", "nvlink.lanes", lanes(17), Status.FAIL, Effect.INVALID, "17 active"),
                arguments("PCIE-1", "pcie.generation", Reading.of(4), Status.FAIL, Effect.INVALID, "gen4 x16"),
                arguments("PCIE-1", "pcie.width", Reading.of(8), Status.FAIL, Effect.INVALID, "gen5 x8"),
                arguments(
                        "PWR-1",
                        "power.enforcedWatts",
                        Reading.of(600.0),
                        Status.FAIL,
                        Effect.INVALID,
                        "600 W of 700 W"),
                arguments(
                        "PWR-1",
                        "power.enforcedWatts",
                        Reading.of(650.0),
                        Status.WARN,
                        Effect.SUSPECT,
                        "650 W of 700 W"),
                arguments(
                        "PWR-1", "power.enforcedWatts", Reading.of(690.0), Status.PASS, Effect.NONE, "690 W of 700 W"),
                arguments("PWR-1", "power.defaultWatts", Reading.of(350.0), Status.WARN, Effect.NONE, "not a default"),
                arguments("TMP-1", "thermals.temperatureC", Reading.of(76), Status.PASS, Effect.NONE, "76 C"),
                arguments("TMP-1", "thermals.temperatureC", Reading.of(77), Status.WARN, Effect.SUSPECT, "77 C"),
                arguments("TMP-1", "thermals.temperatureC", Reading.of(90), Status.FAIL, Effect.INVALID, "90 C"),
                arguments(
                        "CLK-1",
                        "clocks.smMaxMhz",
                        Reading.of(1500),
                        Status.WARN,
                        Effect.SUSPECT,
                        "SM up to 1500 MHz"));
    }

    @ParameterizedTest(name = "{0} with {1} = {2}: {3}")
    @MethodSource("facts")
    void a_gpu_is_judged_by_its_facts(
            String id, String fact, Reading<?> value, Status status, Effect effect, String seen) {
        List<GateResult> results = PreflightGates.evaluate(changed(fact, value), context());
        GateResult result = gate(results, id, 1);

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.effect()).isEqualTo(effect);
        assertThat(result.seen()).contains(seen);
        assertThat(result.advice().isEmpty()).isEqualTo(status == Status.PASS);
        assertThat(gate(results, id, 0).status()).as("the other GPU").isEqualTo(Status.PASS);
    }

    @ParameterizedTest(name = "{0} without {1} is skipped")
    @MethodSource("facts")
    void a_fact_that_cannot_be_read_skips_its_gate_with_the_reason(String id, String fact) {
        Reading<Object> absent = Reading.absent("NVML_ERROR_NO_PERMISSION");
        boolean partly = fact.equals("identity.pciDeviceId");
        GateResult result = gate(PreflightGates.evaluate(changed(fact, absent), context()), id, 1);

        assertThat(result.status()).isEqualTo(partly ? Status.PASS : Status.SKIP);
        assertThat(result.effect()).isEqualTo(Effect.NONE);
        assertThat(result.seen()).contains(partly ? "NVIDIA H100" : "NVML_ERROR_NO_PERMISSION");
    }

    static Stream<Arguments> reasons() {
        return Stream.of(
                arguments("THR-1", 0x8L, Status.FAIL, Effect.INVALID, "HwSlowdown"),
                arguments("THR-1", 0x20L, Status.FAIL, Effect.INVALID, "SwThermalSlowdown"),
                arguments("THR-1", 0x40L, Status.FAIL, Effect.INVALID, "HwThermalSlowdown"),
                arguments("THR-1", 0x81L, Status.FAIL, Effect.INVALID, "HwPowerBrakeSlowdown"),
                arguments("THR-1", 0x5L, Status.PASS, Effect.NONE, "none"),
                arguments("THR-2", 0x10L, Status.WARN, Effect.NONE, "SyncBoost"),
                arguments("THR-2", 0x1000L, Status.WARN, Effect.NONE, "0x1000"),
                arguments("THR-2", 0x5L, Status.PASS, Effect.NONE, "none"));
    }

    @ParameterizedTest(name = "{0} at 0x{1}: {2}")
    @MethodSource("reasons")
    void clock_event_reasons_are_judged_before_the_start(
            String id, long bits, Status status, Effect effect, String seen) {
        samples = List.of(samples.get(0), Records.with(samples.get(1), "eventReasons", Reading.of(bits)));
        GateResult result = gate(PreflightGates.evaluate(healthy, context()), id, 1);

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.effect()).isEqualTo(effect);
        assertThat(result.seen()).contains(seen);
    }

    @Test
    void a_memory_clock_below_its_maximum_is_suspect() {
        samples = List.of(samples.get(0), Records.with(samples.get(1), "memoryMhz", Reading.of(1593)));

        assertThat(gate(PreflightGates.evaluate(healthy, context()), "CLK-1", 1).effect())
                .isEqualTo(Effect.SUSPECT);
    }

    @Test
    void a_missing_gpu_fails_the_node() {
        GpuInventory one = Records.with(healthy, "gpus", healthy.gpus().subList(0, 1));
        GateResult result = gate(PreflightGates.evaluate(one, context()), "INV-1");

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.expected()).isEqualTo("2 GPUs");
        assertThat(result.seen()).isEqualTo("1 GPU");
    }

    @Test
    void an_old_driver_is_warned_of() {
        GpuInventory old = Records.with(healthy, "driverVersion", Reading.of("525.60.13"));

        assertThat(gate(PreflightGates.evaluate(old, context()), "LIB-2").status())
                .isEqualTo(Status.WARN);
    }

    @Test
    void two_firmware_versions_are_warned_of() {
        GateResult result = gate(
                PreflightGates.evaluate(changed("identity.vbios", Reading.of("96.00.99.00.01")), context()), "INV-4");

        assertThat(result.status()).isEqualTo(Status.WARN);
        assertThat(result.seen()).isEqualTo("96.00.74.00.0D, 96.00.99.00.01");
    }

    @Test
    void a_pair_without_peer_access_fails_and_is_named() {
        List<List<Reading<String>>> p2p = List.of(
                List.of(Reading.of("X"), Reading.of("NOT_SUPPORTED")),
                List.of(Reading.of("NOT_SUPPORTED"), Reading.of("X")));
        GpuInventory broken = Records.with(healthy, "topology", Reading.of(new GpuTopology(p2p, p2p)));
        GateResult result = gate(PreflightGates.evaluate(broken, context()), "NVL-3");

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.seen()).isEqualTo("1 of 1 pairs: 0-1 NOT_SUPPORTED");
    }

    @Test
    void one_gpu_in_use_needs_no_peer_and_the_others_are_not_judged() {
        GateContext first = Records.with(context(), "gpus", Set.of(0));
        List<GateResult> results = PreflightGates.evaluate(changed("modes.mig", Reading.of(true)), first);

        assertThat(gate(results, "NVL-3").status()).isEqualTo(Status.SKIP);
        assertThat(Gates.failed(results)).isEmpty();
    }

    @Test
    void our_own_process_is_no_stranger_but_in_a_container_no_pid_can_be_told_from_ours() {
        GpuInventory busy =
                changed("processes", Reading.of(List.of(new GpuProcess(4711L, "compute", Reading.of(100.0)))));
        GateContext own = Records.with(context(), "ownPids", Set.of(4711L));

        assertThat(gate(PreflightGates.evaluate(busy, own), "PROC-1", 1).status())
                .isEqualTo(Status.PASS);
        GateResult inside = gate(PreflightGates.evaluate(busy, Records.with(own, "container", true)), "PROC-1", 1);
        assertThat(inside.status()).isEqualTo(Status.FAIL);
        assertThat(inside.seen()).contains("host pids");
    }

    @Test
    void with_nothing_expected_only_what_needs_no_product_is_judged() {
        List<GateResult> results = PreflightGates.evaluate(healthy, GateContext.nothingExpected(List.of()));

        assertThat(Gates.failed(results)).isEmpty();
        assertThat(gate(results, "INV-2", 0).status()).isEqualTo(Status.SKIP);
        assertThat(gate(results, "INV-2", 0).seen()).contains("--expect");
        assertThat(gate(results, "THR-1", 0).seen()).isEqualTo("no sample was taken");
        assertThat(gate(results, "MODE-1", 0).status()).isEqualTo(Status.PASS);
    }

    @Test
    void the_worst_effect_decides_and_every_reason_is_kept() {
        GpuInventory bad = changed("power.enforcedWatts", Reading.of(650.0));
        assertThat(Gates.validity(PreflightGates.evaluate(bad, context())))
                .isEqualTo(new Validity(Validity.State.SUSPECT, List.of("PWR-1 GPU 1: 650 W of 700 W")));

        GpuInventory worse = Records.with(
                bad,
                "gpus",
                List.of(
                        Records.with(healthy.gpus().get(0), "modes.mig", Reading.of(true)),
                        bad.gpus().get(1)));
        assertThat(Gates.validity(PreflightGates.evaluate(worse, context())))
                .isEqualTo(new Validity(
                        Validity.State.INVALID, List.of("MODE-1 GPU 0: MIG on", "PWR-1 GPU 1: 650 W of 700 W")));
    }

    @Test
    void a_node_that_cannot_be_probed_fails_the_first_gate_with_what_was_tried() {
        ProbeUnavailableException why =
                new ProbeUnavailableException(List.of("libnvidia-ml.so.1"), "NVML does not load", "install the driver");
        List<GateResult> results = PreflightGates.unavailable(why);

        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.id()).isEqualTo("LIB-1");
            assertThat(result.status()).isEqualTo(Status.FAIL);
            assertThat(result.seen()).contains("libnvidia-ml.so.1");
            assertThat(result.advice()).isEqualTo("install the driver");
        });
    }

    @ParameterizedTest
    @MethodSource("org.servedyno.probe.gate.profile.HardwareProfiles#names")
    void every_known_product_passes_its_own_gates_when_simulated(String profile) throws ProbeUnavailableException {
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Simulated(profile, 8, Optional.empty()))) {
            GateContext context = new GateContext(
                    HardwareProfiles.find(profile), OptionalInt.of(8), Set.of(), Set.of(), false, probe.sample());

            assertThat(PreflightGates.evaluate(probe.inventory(), context))
                    .allSatisfy(result -> assertThat(result.status()).isEqualTo(Status.PASS));
        }
    }
}
