package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;

class LibraryGatesTest {
    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 2);

    @Test
    void a_node_that_cannot_be_probed_fails_the_first_gate_with_what_was_tried() {
        ProbeUnavailableException why =
                new ProbeUnavailableException(List.of("libnvidia-ml.so.1"), "NVML does not load", "install the driver");

        assertThat(PreflightGates.unavailable(why)).singleElement().satisfies(result -> {
            assertThat(result.id()).isEqualTo("LIB-1");
            assertThat(result.status()).isEqualTo(Status.FAIL);
            assertThat(result.seen()).contains("libnvidia-ml.so.1");
            assertThat(result.advice()).isEqualTo("install the driver");
        });
    }

    @Test
    void an_nvml_that_loaded_is_named() {
        HealthyNode real = NODE.withNode("simulated", false).withNode("source", "nvml /usr/lib/libnvidia-ml.so.1");

        assertThat(real.gate("LIB-1").status()).isEqualTo(Status.PASS);
        assertThat(real.gate("LIB-1").seen()).isEqualTo("nvml /usr/lib/libnvidia-ml.so.1");
    }

    @Test
    void t34_under_wsl_all_that_is_absent_is_skipped_and_the_platform_is_named() {
        Reading<Object> absent = Reading.absent("NVML_ERROR_NOT_SUPPORTED");
        HealthyNode wsl = NODE.withNode("simulated", false)
                .withAll("processes", absent)
                .withAll("modes.persistence", absent)
                .withAll("power.enforcedWatts", absent)
                .withAll("remapping.pending", absent);

        assertThat(wsl.gate("LIB-1").status()).isEqualTo(Status.FAIL);
        assertThat(wsl.gate("LIB-1").seen()).startsWith("unsupported platform");
        assertThat(List.of(wsl.gate("PROC-1"), wsl.gate("MODE-2"), wsl.gate("PWR-1"), wsl.gate("MEM-3")))
                .extracting(GateResult::status)
                .containsOnly(Status.SKIP);
    }

    @ParameterizedTest
    @CsvSource({
        "525.60.13, WARN, too old",
        "535.104.05, PASS, tells no fabric health",
        "550.54.15, PASS, 550.54.15",
        "rolling, SKIP, no branch number"
    })
    void a_driver_is_judged_by_its_branch(String version, Status status, String seen) {
        GateResult result = NODE.withNode("driverVersion", Reading.of(version)).gate("LIB-2");

        assertThat(result.status()).isEqualTo(status);
        assertThat(result.seen()).contains(seen);
    }

    @Test
    void a_driver_without_a_version_is_skipped() {
        assertThat(NODE.withNode("driverVersion", Reading.absent("NVML_ERROR_UNKNOWN"))
                        .gate("LIB-2")
                        .seen())
                .isEqualTo("NVML_ERROR_UNKNOWN");
    }

    @ParameterizedTest
    @CsvSource({
        "802, CUDA_ERROR_SYSTEM_NOT_READY, FABRIC_NOT_READY, fabric not ready",
        "803, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, VERSION_MISMATCH, library and kernel module differ",
        "804, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, COMPATIBILITY_NOT_SUPPORTED, compatibility library",
        "100, CUDA_ERROR_NO_DEVICE, NO_DEVICE, no device",
        "34, CUDA_ERROR_STUB_LIBRARY, STUB_LIBRARY, stub library",
        "999, CUDA_ERROR_UNKNOWN, INIT_FAILED, cuInit failed"
    })
    void a_failed_cuinit_fails_with_its_name_and_number_and_the_next_step(
            int code, String name, Fault.Kind kind, String cause) {
        GateResult result = NODE.in(context -> context.withCuda(Reading.of(CudaAnswers.failing(code, name, kind))))
                .gate("LIB-3");

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.seen()).startsWith(cause).endsWith(name + " (" + code + ")");
        assertThat(result.advice()).isEqualTo("mend it");
    }

    @ParameterizedTest
    @CsvSource({
        "NO_LIBRARY, FAIL",
        "MISSING_SYMBOL, FAIL",
        "CALL_FAILED, FAIL",
        "CRASHED, FAIL",
        "HUNG, FAIL",
        "UNSUPPORTED_PLATFORM, SKIP",
        "NOT_STARTED, SKIP"
    })
    void what_keeps_cuda_from_answering_fails_unless_it_is_our_own_fault(Fault.Kind kind, Status status) {
        assertThat(NODE.in(context -> context.withCuda(Reading.of(CudaAnswers.failing(0, "seen", kind))))
                        .gate("LIB-3")
                        .status())
                .isEqualTo(status);
    }

    @Test
    void a_cuinit_that_answers_0_passes_and_an_unasked_cuda_is_skipped() {
        GateResult answered = NODE.in(context -> context.withCuda(Reading.of(CudaAnswers.of(NODE.inventory(), 132))))
                .gate("LIB-3");
        assertThat(answered.status()).isEqualTo(Status.PASS);
        assertThat(answered.seen()).isEqualTo("CUDA_SUCCESS (0), 2 devices");

        assertThat(NODE.withNode("simulated", false).gate("LIB-3").seen()).isEqualTo("CUDA was not asked");
        assertThat(NODE.gate("LIB-3").seen()).isEqualTo("a simulated node has no CUDA");
    }

    @Test
    void variables_that_slow_cuda_down_are_warned_of() {
        GateResult bad = NODE.in(context -> context.withEnvironment(
                        Map.of("CUDA_LAUNCH_BLOCKING", "1", "CUDA_INJECTION64_PATH", "/x.so", "HOME", "/root")))
                .gate("ENV-1");

        assertThat(bad.status()).isEqualTo(Status.WARN);
        assertThat(bad.seen()).isEqualTo("CUDA_INJECTION64_PATH, CUDA_LAUNCH_BLOCKING");
        assertThat(NODE.in(context -> context.withEnvironment(Map.of("HOME", "/root")))
                        .gate("ENV-1")
                        .status())
                .isEqualTo(Status.PASS);
        assertThat(NODE.gate("ENV-1").status()).isEqualTo(Status.SKIP);
    }
}
