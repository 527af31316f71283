package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.probe.fake.Looks;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

/** Functions, struct versions and fields that not every driver has, and values that mean something else than their bits. */
class OldDriverTest {
    @TempDir
    private Path folder;

    private static NvmlProbe open(FakeNvml fake) throws ProbeUnavailableException {
        return NvmlProbe.open(Optional.of(fake.library()), Map.of());
    }

    private NvmlProbe open(FakeNode node) throws ProbeUnavailableException {
        return open(FakeNvml.in(folder).show(node));
    }

    private FakeNvml without(String... symbols) {
        return FakeNvml.named(folder.resolve("libnvidia-ml.so.1"), symbols);
    }

    private GpuInfo gpu(FakeNode node) throws ProbeUnavailableException {
        try (NvmlProbe probe = open(node)) {
            return probe.inventory().gpus().get(0);
        }
    }

    @Test
    void t03_symbols_that_the_library_does_not_export_cost_their_own_values_and_no_other() throws Exception {
        FakeNvml fake = without(
                "nvmlDeviceGetCurrentClocksEventReasons",
                "nvmlDeviceGetCurrentClocksThrottleReasons",
                "nvmlDeviceGetMarginTemperature",
                "nvmlDeviceGetModuleId",
                "nvmlDeviceGetGpuFabricInfoV",
                "nvmlDeviceGetGpuFabricInfo",
                "nvmlGpmQueryDeviceSupport",
                "nvmlEventSetCreate");
        try (NvmlProbe probe = open(fake)) {
            GpuInfo gpu = probe.inventory().gpus().get(0);
            GpuSample sample = Looks.of(probe, 0);

            assertThat(gpu.thermals().marginC())
                    .isEqualTo(Reading.absent("NVML_ERROR_FUNCTION_NOT_FOUND from nvmlDeviceGetMarginTemperature"
                            + " (this driver does not have it)"));
            assertThat(gpu.identity().moduleId().absentReason()).isPresent();
            assertThat(gpu.fabric().state().absentReason().orElseThrow()).contains("nvmlDeviceGetGpuFabricInfo ");
            assertThat(sample.eventReasons().absentReason().orElseThrow()).startsWith("NVML_ERROR_FUNCTION_NOT_FOUND");
            assertThat(sample.smActivePercent().absentReason().orElseThrow()).contains("nvmlGpmQueryDeviceSupport");

            assertThat(gpu.thermals().temperatureC()).isEqualTo(Reading.of(33));
            assertThat(gpu.identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
            assertThat(gpu.nvlink().active()).isEqualTo(Reading.of(18));
            assertThat(sample.powerWatts()).isEqualTo(Reading.of(72.0));
        }
    }

    @Test
    void t03_a_library_without_init_is_refused_and_told_from_a_driver() {
        FakeNvml fake = without("nvmlInit_v2");

        ProbeUnavailableException refusal = catchThrowableOfType(
                ProbeUnavailableException.class, () -> open(fake).close());

        assertThat(refusal.seen()).contains("nvmlInit_v2 returned NVML_ERROR_FUNCTION_NOT_FOUND (13)");
        assertThat(refusal.nextStep()).contains("not NVML");
    }

    @Test
    void t03_event_reasons_and_the_temperature_are_found_under_the_name_that_is_left() throws Exception {
        FakeNvml fake = without("nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetTemperature");
        fake.show(FakeNode.healthy().with("reasons", "0x8").with("temperature", 51));
        try (NvmlProbe probe = open(fake)) {
            GpuSample sample = Looks.of(probe, 0);

            assertThat(sample.eventReasons()).isEqualTo(Reading.of(0x8L));
            assertThat(sample.temperatureC()).isEqualTo(Reading.of(51));
        }
    }

    @Test
    void t03_a_driver_of_branch_535_lacks_what_came_later_and_nothing_else() throws Exception {
        try (NvmlProbe probe = open(FakeNode.healthy().with("driver", "535.183.01"))) {
            GpuInventory inventory = probe.inventory();
            GpuInfo gpu = inventory.gpus().get(0);
            GpuSample sample = Looks.of(probe, 0);

            assertThat(inventory.driverVersion()).isEqualTo(Reading.of("535.183.01"));
            assertThat(gpu.thermals().slowdownOffsetC()).isEqualTo(Reading.of(-2));
            assertThat(gpu.fabric().state()).isEqualTo(Reading.of("completed"));
            assertThat(gpu.fabric().healthMask().absentReason()).hasValue("this driver tells no fabric health");
            assertThat(gpu.thermals().marginC().absentReason()).isPresent();
            assertThat(gpu.repair().recoveryAction().absentReason().orElseThrow())
                    .contains("field 230");
            assertThat(sample.hwThermalSlowdownNs().absentReason().orElseThrow())
                    .contains("field 270");
            assertThat(sample.eventReasons()).isEqualTo(Reading.of(1L));
        }
    }

    @Test
    void t04_a_refused_struct_version_leaves_the_total_and_no_used_memory_with_the_reserve_in_it() throws Exception {
        GpuInfo gpu = gpu(FakeNode.healthy().with("struct.memory", 1));

        assertThat(gpu.memory().totalMiB()).isEqualTo(Reading.of(81559.0));
        assertThat(gpu.memory().usedMiB().absentReason().orElseThrow())
                .startsWith("NVML_ERROR_ARGUMENT_VERSION_MISMATCH");
        assertThat(gpu.memory().reservedMiB().absentReason()).isPresent();
    }

    @Test
    void t04_the_fabric_is_asked_for_by_the_newest_struct_version_the_driver_knows() throws Exception {
        FakeNode node = FakeNode.healthy().with("fabric.mask", "0x1aa").with("fabric.summary", 1);
        GpuInfo newest = gpu(node);
        GpuInfo second = gpu(node.with("struct.fabric", 2));
        GpuInfo plain = gpu(node.with("struct.fabric", 0));

        assertThat(newest.fabric().healthMask()).isEqualTo(Reading.of(0x1aaL));
        assertThat(newest.fabric().healthSummary()).isEqualTo(Reading.of("healthy"));
        assertThat(second.fabric().healthMask()).isEqualTo(Reading.of(0x1aaL));
        assertThat(second.fabric().healthSummary().absentReason()).isPresent();
        assertThat(plain.fabric().healthMask().absentReason()).isPresent();
        assertThat(plain.fabric().state()).isEqualTo(Reading.of("completed"));
    }

    @Test
    void t04_a_struct_of_which_no_version_is_known_is_absent_whatever_stands_in_the_buffer() throws Exception {
        GpuInfo gpu =
                gpu(FakeNode.healthy().with("struct.margin", 0).with("root", 1).with("struct.sram", 0));

        assertThat(gpu.thermals().marginC().absentReason().orElseThrow())
                .startsWith("NVML_ERROR_ARGUMENT_VERSION_MISMATCH");
        assertThat(gpu.ecc().sramThresholdExceeded().absentReason().orElseThrow())
                .startsWith("NVML_ERROR_ARGUMENT_VERSION_MISMATCH");
    }

    @Test
    void t05_a_field_with_a_return_code_of_its_own_is_absent_although_its_bytes_are_not_zero() throws Exception {
        try (NvmlProbe probe = open(FakeNode.healthy()
                .gpu(0, "field.82", "return 3")
                .gpu(0, "nvlink.4.replays", "return 21")
                .call("nvmlDeviceGetNvLinkErrorCounter", "return 3"))) {
            GpuInfo gpu = probe.inventory().gpus().get(0);

            assertThat(Looks.of(probe, 0).memoryTemperatureC().absentReason().orElseThrow())
                    .startsWith("NVML_ERROR_NOT_SUPPORTED from field 82");
            assertThat(gpu.thermals().memoryTemperatureC().absentReason()).isPresent();
            assertThat(gpu.nvlink()
                            .lanes()
                            .toOptional()
                            .orElseThrow()
                            .get(4)
                            .replayErrors()
                            .absentReason()
                            .orElseThrow())
                    .startsWith("NVML_ERROR_NO_DATA from field 161");
            assertThat(gpu.nvlink().lanes().toOptional().orElseThrow().get(5).replayErrors())
                    .isEqualTo(Reading.of(0L));
        }
    }

    @Test
    void t06_offsets_and_margins_are_signed_and_a_margin_of_0_is_a_value() throws Exception {
        try (NvmlProbe probe = open(
                FakeNode.healthy().gpu(1, "margin", 0).gpu(2, "margin", -3).gpu(3, "offset.slowdown", "return 3"))) {
            GpuInventory inventory = probe.inventory();

            assertThat(inventory.gpus().get(0).thermals().slowdownOffsetC()).isEqualTo(Reading.of(-2));
            assertThat(inventory.gpus().get(0).thermals().shutdownOffsetC()).isEqualTo(Reading.of(-8));
            assertThat(inventory.gpus().get(1).thermals().marginC()).isEqualTo(Reading.of(0));
            assertThat(inventory.gpus().get(2).thermals().marginC()).isEqualTo(Reading.of(-3));
            assertThat(inventory
                            .gpus()
                            .get(3)
                            .thermals()
                            .slowdownOffsetC()
                            .absentReason()
                            .orElseThrow())
                    .startsWith("NVML_ERROR_NOT_SUPPORTED");
        }
    }

    @Test
    void t07_an_idle_gpu_has_2_mib_in_use_and_the_drivers_reserve_is_not_among_them() throws Exception {
        GpuInfo gpu = gpu(FakeNode.healthy());

        assertThat(gpu.memory().usedMiB()).isEqualTo(Reading.of(2.0));
        assertThat(gpu.memory().reservedMiB()).isEqualTo(Reading.of(328.0));
        assertThat(gpu.memory().freeMiB()).isEqualTo(Reading.of(81229.0));
    }
}
