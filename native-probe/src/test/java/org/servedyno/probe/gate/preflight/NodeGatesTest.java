package org.servedyno.probe.gate.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Status;

class NodeGatesTest {
    private static final HealthyNode NODE = HealthyNode.of("h100-sxm", 4);
    private static final Reading<String> UNSET = Reading.absent("not set");
    private static final String UUID = "GPU-51301a7e-d000-4000-8000-00000000000";

    @Test
    void a_missing_gpu_fails_the_node() {
        GateResult result =
                NODE.withNode("gpus", NODE.inventory().gpus().subList(0, 3)).gate("INV-1");

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.expected()).isEqualTo("4 GPUs");
        assertThat(result.seen()).isEqualTo("3 GPUs");
    }

    @Test
    void t36_a_gpu_that_cannot_be_read_is_named_once_and_the_others_are_judged() {
        HealthyNode lost = NODE.with("identity.name", Reading.absent("NVML_ERROR_GPU_IS_LOST"));

        assertThat(lost.gate("INV-1").seen()).isEqualTo("4 GPUs, GPU 1: NVML_ERROR_GPU_IS_LOST");
        assertThat(lost.gate("INV-2", 0).status()).isEqualTo(Status.PASS);
    }

    private static GateResult shown(Reading<String> visible, List<Integer> ordinals) {
        CudaInventory all = CudaAnswers.of(NODE.inventory(), 132);
        List<Device> devices =
                ordinals.stream().map(ordinal -> all.devices().get(ordinal)).toList();
        return NODE.in(context -> context.withCuda(Reading.of(CudaAnswers.showing(devices, visible))))
                .gate("INV-1");
    }

    @Test
    void t14_cudas_devices_are_nvmls_in_any_order() {
        assertThat(shown(UNSET, List.of(2, 0, 1, 3)).status()).isEqualTo(Status.PASS);
        assertThat(shown(UNSET, List.of(2, 0, 1, 3)).seen()).isEqualTo("4 GPUs, CUDA agrees");
        assertThat(shown(UNSET, List.of(0, 1, 2)).seen()).isEqualTo("4 GPUs, CUDA lacks " + UUID + "0");
    }

    @Test
    void t14_a_variable_may_hide_gpus_but_what_it_names_must_be_there() {
        assertThat(shown(Reading.of("1,0"), List.of(1, 0)).status()).isEqualTo(Status.PASS);
        assertThat(shown(Reading.of("1,0"), List.of(1)).seen()).endsWith("CUDA shows 1 of 2 in CUDA_VISIBLE_DEVICES");
        // GPU 3 of NVML is device 0 of CUDA
        assertThat(shown(Reading.of(UUID + "3"), List.of(0)).status()).isEqualTo(Status.PASS);
        assertThat(shown(Reading.of(UUID + "3"), List.of(1)).seen()).endsWith("CUDA lacks " + UUID + "3");
    }

    @Test
    void a_gpu_that_only_cuda_shows_fails() {
        CudaInventory cuda = CudaAnswers.of(HealthyNode.of("h100-sxm", 5).inventory(), 132);

        assertThat(NODE.in(context -> context.withCuda(Reading.of(cuda)))
                        .gate("INV-1")
                        .seen())
                .isEqualTo("4 GPUs, only CUDA shows " + UUID + "4");
    }

    @Test
    void two_firmware_versions_are_warned_of() {
        GateResult result =
                NODE.with("identity.vbios", Reading.of("96.00.99.00.01")).gate("INV-4");

        assertThat(result.status()).isEqualTo(Status.WARN);
        assertThat(result.seen()).isEqualTo("VBIOS 96.00.74.00.0D, 96.00.99.00.01");
        assertThat(NODE.gate("INV-4").status()).isEqualTo(Status.PASS);
        assertThat(NODE.withAll("identity.vbios", Reading.absent("NVML_ERROR_UNKNOWN"))
                        .gate("INV-4")
                        .seen())
                .isEqualTo("NVML_ERROR_UNKNOWN");
    }

    @Test
    void another_firmware_or_driver_than_at_the_look_before_is_warned_of() {
        HealthyNode before = NODE.withNode("driverVersion", Reading.of("535.104.05"));
        HealthyNode older = NODE.withAll("identity.inforomImage", Reading.of("G520.0200.00.05"));

        assertThat(NODE.in(context -> context.after(before.inventory()))
                        .gate("INV-4")
                        .seen())
                .isEqualTo("driver 535.104.05, now 545.23.08");
        assertThat(NODE.withAll("identity.inforomImage", Reading.of("G520.0300.00.01"))
                        .in(context -> context.after(older.inventory()))
                        .gate("INV-4")
                        .seen())
                .isEqualTo("inforom G520.0200.00.05, G520.0300.00.01");
    }
}
