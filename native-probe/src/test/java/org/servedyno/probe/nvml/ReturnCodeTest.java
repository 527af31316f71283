package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.probe.fake.Looks;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuSample;

/** What the probe makes of each of NVML's return codes. */
class ReturnCodeTest {
    private static final String POWER = "nvmlDeviceGetPowerUsage";

    @TempDir
    private Path folder;

    private FakeNvml fake(FakeNode node) {
        return FakeNvml.in(folder).show(node);
    }

    private static NvmlProbe open(FakeNvml fake) throws ProbeUnavailableException {
        return NvmlProbe.open(Optional.of(fake.library()), Map.of());
    }

    private ProbeUnavailableException initReturns(int code) {
        FakeNvml fake = fake(FakeNode.healthy().call("nvmlInit_v2", "return " + code));
        ProbeUnavailableException refusal = catchThrowableOfType(
                ProbeUnavailableException.class, () -> open(fake).close());
        assertThat(fake.calls("nvmlInit_v2")).as("it is not tried in a loop").isEqualTo(1);
        return refusal;
    }

    private List<GateResult> failed(NvmlProbe probe) {
        return PreflightGates.evaluate(probe.inventory(), GateContext.nothingExpected(probe.sample())).stream()
                .filter(gate -> gate.status() == GateResult.Status.FAIL)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "2, NVML_ERROR_INVALID_ARGUMENT",
        "3, NVML_ERROR_NOT_SUPPORTED",
        "4, needs root",
        "5, NVML_ERROR_ALREADY_INITIALIZED",
        "6, NVML_ERROR_NOT_FOUND",
        "8, NVML_ERROR_INSUFFICIENT_POWER",
        "9, NVML_ERROR_DRIVER_NOT_LOADED",
        "10, NVML_ERROR_TIMEOUT",
        "11, NVML_ERROR_IRQ_ISSUE",
        "12, NVML_ERROR_LIBRARY_NOT_FOUND",
        "13, this driver does not have it",
        "14, NVML_ERROR_CORRUPTED_INFOROM",
        "16, NVML_ERROR_RESET_REQUIRED",
        "17, container that lost its GPU devices",
        "18, NVML_ERROR_LIB_RM_VERSION_MISMATCH",
        "19, NVML_ERROR_IN_USE",
        "20, NVML_ERROR_MEMORY",
        "21, NVML_ERROR_NO_DATA",
        "22, NVML_ERROR_VGPU_ECC_NOT_SUPPORTED",
        "23, NVML_ERROR_INSUFFICIENT_RESOURCES",
        "24, NVML_ERROR_FREQ_NOT_SUPPORTED",
        "25, NVML_ERROR_ARGUMENT_VERSION_MISMATCH",
        "26, NVML_ERROR_DEPRECATED",
        "27, NVML_ERROR_NOT_READY",
        "28, NVML_ERROR_GPU_NOT_FOUND",
        "29, NVML_ERROR_INVALID_STATE",
        "999, container that lost its GPU devices",
        "4711, NVML return code 4711"
    })
    void a_code_that_stays_makes_its_own_value_absent_and_no_other(int code, String words) throws Exception {
        try (NvmlProbe probe = open(fake(FakeNode.healthy().call(POWER, "return " + code)))) {
            GpuSample sample = Looks.of(probe, 0);

            assertThat(sample.powerWatts().absentReason().orElseThrow()).contains(words, POWER);
            assertThat(sample.temperatureC()).isEqualTo(Reading.of(33));
        }
    }

    @Test
    void a_value_that_was_written_with_a_code_that_is_no_success_is_not_taken() throws Exception {
        FakeNode junk = FakeNode.healthy().with("util.gpu", "return 3").with("power", "return 4711");
        try (NvmlProbe probe = open(fake(junk))) {
            GpuSample sample = Looks.of(probe, 0);

            assertThat(sample.utilizationPercent().absentReason().orElseThrow()).startsWith("NVML_ERROR_NOT_SUPPORTED");
            assertThat(sample.powerWatts().absentReason().orElseThrow()).contains("4711");
        }
    }

    @Test
    void uninitialized_is_answered_by_one_more_init_and_no_second() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy().call(POWER, "return 1 times 1"));
        try (NvmlProbe probe = open(fake)) {
            assertThat(Looks.of(probe, 0).powerWatts()).isEqualTo(Reading.of(72.0));
            assertThat(fake.calls("nvmlInit_v2")).isEqualTo(2);

            fake.show(FakeNode.healthy().call(POWER, "return 1"));

            assertThat(Looks.of(probe, 0).powerWatts().absentReason().orElseThrow())
                    .startsWith("NVML_ERROR_UNINITIALIZED");
            assertThat(fake.calls("nvmlInit_v2")).isEqualTo(2);
        }
    }

    @Test
    void an_invalid_argument_ends_the_loop_over_links() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy().with("gpus", 1).with("nvlink.links", 12));
        try (NvmlProbe probe = open(fake)) {
            assertThat(probe.inventory().gpus().get(0).nvlink().lanes().map(List::size))
                    .isEqualTo(Reading.of(12));
            assertThat(fake.calls("nvmlDeviceGetNvLinkState")).isEqualTo(13);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 20, 23})
    void short_of_something_is_tried_once_more(int code) throws Exception {
        FakeNvml fake = fake(FakeNode.healthy().with("gpus", 1).call(POWER, "return " + code + " times 1"));
        try (NvmlProbe probe = open(fake)) {
            assertThat(Looks.of(probe, 0).powerWatts()).isEqualTo(Reading.of(72.0));
            assertThat(fake.calls(POWER)).isEqualTo(2);

            fake.show(FakeNode.healthy().with("gpus", 1).call(POWER, "return " + code));

            assertThat(Looks.of(probe, 0).powerWatts().absentReason()).isPresent();
            assertThat(fake.calls(POWER)).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {27, 29})
    void not_ready_is_tried_again_with_pauses_and_not_for_ever(int code) throws Exception {
        FakeNvml fake = fake(FakeNode.healthy().with("gpus", 1).call(POWER, "return " + code + " times 3"));
        try (NvmlProbe probe = open(fake)) {
            assertThat(Looks.of(probe, 0).powerWatts()).isEqualTo(Reading.of(72.0));

            fake.show(FakeNode.healthy().with("gpus", 1).call(POWER, "return " + code));

            assertThat(Looks.of(probe, 0).powerWatts().absentReason()).isPresent();
            assertThat(fake.calls(POWER)).isEqualTo(8);
        }
    }

    @Test
    void a_deprecated_call_is_replaced_by_the_one_that_followed_it() throws Exception {
        FakeNode node =
                FakeNode.healthy().call("nvmlDeviceGetTemperature", "return 26").with("temperature", 51);
        try (NvmlProbe probe = open(fake(node))) {
            assertThat(Looks.of(probe, 0).temperatureC()).isEqualTo(Reading.of(51));
        }
    }

    @Test
    void a_driver_that_is_not_loaded_is_named_with_the_next_step() {
        ProbeUnavailableException refusal = initReturns(9);

        assertThat(refusal.seen()).contains("NVML_ERROR_DRIVER_NOT_LOADED (9)");
        assertThat(refusal.nextStep()).contains("modprobe nvidia");
        assertThat(refusal.tried()).hasSize(2).last().isEqualTo("nvmlInit_v2");
    }

    @ParameterizedTest
    @CsvSource({"999, NVML_ERROR_UNKNOWN (999)", "17, NVML_ERROR_OPERATING_SYSTEM (17)"})
    void t12_a_container_that_lost_its_devices_is_told_to_restart_after_one_try(int code, String words) {
        ProbeUnavailableException refusal = initReturns(code);

        assertThat(refusal.seen()).contains(words);
        assertThat(refusal.nextStep()).contains("container");
    }

    @Test
    void t12_a_container_that_loses_its_devices_while_it_is_watched_gets_reasons_and_no_loop() throws Exception {
        FakeNvml fake = fake(FakeNode.healthy().with("gpus", 1));
        try (NvmlProbe probe = open(fake)) {
            probe.sample();
            fake.show(FakeNode.healthy().call("*", "return 999"));

            GpuSample sample = Looks.of(probe, 0);

            assertThat(sample.powerWatts().absentReason().orElseThrow())
                    .contains("NVML_ERROR_UNKNOWN", "container that lost its GPU devices");
            assertThat(sample.smMhz().absentReason()).isPresent();
            assertThat(fake.calls("nvmlInit_v2")).isEqualTo(1);
            assertThat(fake.calls(POWER)).isEqualTo(2);
        }
    }

    @Test
    void gpu_not_found_is_a_node_with_0_gpus() {
        FakeNvml fake = fake(FakeNode.healthy().call("nvmlDeviceGetCount_v2", "return 28"));

        assertThat(catchThrowableOfType(
                                ProbeUnavailableException.class,
                                () -> open(fake).close())
                        .seen())
                .contains("0 GPUs");
        assertThat(fake.inits()).as("it is shut down again").isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 11, 14, 15, 16})
    void a_gpu_without_a_handle_fails_a_gate_with_the_reason_and_the_others_are_read(int code) throws Exception {
        String symbol = "nvmlDeviceGetHandleByIndex_v2";
        try (NvmlProbe probe = open(fake(FakeNode.healthy().call(symbol, "return " + code + " gpu 3")))) {
            List<GpuInfo> gpus = probe.inventory().gpus();

            assertThat(gpus).hasSize(8);
            assertThat(gpus.get(3).identity().name().absentReason().orElseThrow())
                    .contains(symbol);
            assertThat(gpus.get(4).identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
            assertThat(probe.sample()).extracting(GpuSample::gpu).containsExactly(0, 1, 2, 4, 5, 6, 7);
            assertThat(failed(probe)).anySatisfy(gate -> assertThat(gate.seen()).contains("GPU 3: NVML_ERROR_"));
        }
    }

    @Test
    void a_corrupted_inforom_fails_its_gate() throws Exception {
        try (NvmlProbe probe = open(fake(FakeNode.healthy().gpu(2, "inforom.check", 14)))) {
            assertThat(probe.inventory().gpus().get(2).repair().inforomIntact()).isEqualTo(Reading.of(false));
            assertThat(failed(probe)).singleElement().satisfies(gate -> {
                assertThat(gate.id()).isEqualTo("RAS-2");
                assertThat(gate.gpu()).hasValue(2);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"recovery = 0", "driver = 550.54.14"})
    void a_call_that_asks_for_a_reset_fails_the_gate_of_recovery_whatever_else_is_told(String line) throws Exception {
        FakeNode node = FakeNode.healthy().line(line).call("nvmlDeviceGetEccMode", "return 16 gpu 5");
        try (NvmlProbe probe = open(fake(node))) {
            assertThat(probe.inventory().gpus().get(5).repair().recoveryAction())
                    .isEqualTo(Reading.of("reset"));
            assertThat(failed(probe)).anySatisfy(gate -> {
                assertThat(gate.id()).isEqualTo("RAS-1");
                assertThat(gate.gpu()).hasValue(5);
            });
        }
    }
}
