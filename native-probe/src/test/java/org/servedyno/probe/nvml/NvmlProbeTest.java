package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.probe.gate.GateContext;
import org.servedyno.probe.gate.preflight.PreflightGates;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuSample;

class NvmlProbeTest {
    @TempDir
    private Path folder;

    private NvmlProbe open(String... macros) throws Exception {
        return NvmlProbe.open(Optional.of(FakeNvml.build(folder, macros)), Map.of());
    }

    private ProbeUnavailableException refused(String... macros) throws Exception {
        Path library = FakeNvml.build(folder, macros);
        return catchThrowableOfType(
                ProbeUnavailableException.class,
                () -> NvmlProbe.open(Optional.of(library), Map.of()).close());
    }

    @Test
    void every_struct_is_read_at_its_offsets() throws Exception {
        try (NvmlProbe probe = open()) {
            GpuInventory inventory = probe.inventory();
            GpuInfo second = inventory.gpus().get(1);

            assertThat(inventory.simulated()).isFalse();
            assertThat(inventory.source()).startsWith("nvml ").contains(folder.toString());
            assertThat(inventory.driverVersion()).isEqualTo(Reading.of("550.163.01"));
            assertThat(inventory.cudaDriverVersion()).isEqualTo(Reading.of("12.4"));
            assertThat(inventory.gpus()).hasSize(2);
            assertThat(second.index()).isEqualTo(1);
            assertThat(second.uuid()).isEqualTo("GPU-00000000-0000-0000-0000-000000000001");
            assertThat(second.identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
            assertThat(second.identity().pciBusId()).isEqualTo(Reading.of("00000000:1A:00.0"));
            assertThat(second.identity().pciDeviceId()).isEqualTo(Reading.of(0x233010DEL));
            assertThat(second.memory().totalMiB()).isEqualTo(Reading.of(81559.0));
            assertThat(second.memory().usedMiB()).isEqualTo(Reading.of(2.0));
            assertThat(second.power().enforcedWatts()).isEqualTo(Reading.of(700.0));
            assertThat(second.clocks().smMaxMhz()).isEqualTo(Reading.of(1980));
            assertThat(second.clocks().memoryMaxMhz()).isEqualTo(Reading.of(2619));
            assertThat(second.thermals().temperatureC()).isEqualTo(Reading.of(47));
            assertThat(second.ecc().enabled()).isEqualTo(Reading.of(true));
            assertThat(second.modes().persistence()).isEqualTo(Reading.of(true));
            assertThat(second.nvlink().active()).isEqualTo(Reading.of(18));
            assertThat(second.processes()
                            .map(all -> all.stream().map(GpuProcess::pid).toList()))
                    .isEqualTo(Reading.of(List.of(4000L, 4001L, 4002L)));
        }
    }

    @Test
    void a_sample_holds_the_hot_set_in_its_units() throws Exception {
        try (NvmlProbe probe = open()) {
            GpuSample sample = probe.sample().get(0);

            assertThat(sample.utilizationPercent()).isEqualTo(Reading.of(97.0));
            assertThat(sample.memoryUsedMiB()).isEqualTo(Reading.of(2.0));
            assertThat(sample.powerWatts()).isEqualTo(Reading.of(412.345));
            assertThat(sample.energyJoules()).isEqualTo(Reading.of(5_000_000_123.456));
            assertThat(sample.smMhz()).isEqualTo(Reading.of(1755));
            assertThat(sample.memoryMhz()).isEqualTo(Reading.of(2619));
            assertThat(sample.eventReasons())
                    .as("a reason bit from a later driver is carried")
                    .isEqualTo(Reading.of(0x100000004L));
            assertThat(sample.smActivePercent().absentReason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("Gpm"));
        }
    }

    @Test
    void the_matrix_names_nvlinks_through_a_switch_and_else_the_pcie_path() throws Exception {
        try (NvmlProbe probe = open()) {
            assertThat(probe.inventory()
                            .topology()
                            .map(topology -> topology.matrix().get(0)))
                    .isEqualTo(Reading.of(List.of(Reading.of("X"), Reading.of("NV18"))));
        }
    }

    @Test
    void a_pair_without_peer_access_shows_its_pcie_path_though_all_links_are_active() throws Exception {
        try (NvmlProbe probe = open("P2P_BROKEN")) {
            GpuInventory inventory = probe.inventory();

            assertThat(inventory.gpus().get(0).nvlink().active()).isEqualTo(Reading.of(18));
            assertThat(inventory
                            .topology()
                            .map(topology -> topology.matrix().get(0).get(1)))
                    .isEqualTo(Reading.of(Reading.of("NODE")));
            assertThat(inventory
                            .topology()
                            .map(topology -> topology.p2p().get(0).get(1)))
                    .isEqualTo(Reading.of(Reading.of("NOT_SUPPORTED")));
        }
    }

    @Test
    void a_missing_symbol_costs_that_value_and_no_other() throws Exception {
        try (NvmlProbe probe = open("WITHOUT_EVENT_REASONS")) {
            GpuSample sample = probe.sample().get(0);

            assertThat(sample.eventReasons().absentReason())
                    .hasValueSatisfying(reason -> assertThat(reason).startsWith("NVML_ERROR_FUNCTION_NOT_FOUND"));
            assertThat(sample.powerWatts()).isEqualTo(Reading.of(412.345));
        }
    }

    @Test
    void event_reasons_are_found_under_the_name_of_older_drivers() throws Exception {
        try (NvmlProbe probe = open("WITHOUT_EVENT_REASONS", "WITH_THROTTLE_REASONS")) {
            assertThat(probe.sample().get(0).eventReasons()).isEqualTo(Reading.of(0x8L));
        }
    }

    @Test
    void the_temperature_is_found_where_only_the_new_call_is_left() throws Exception {
        try (NvmlProbe probe = open("ONLY_TEMPERATURE_V")) {
            assertThat(probe.sample().get(0).temperatureC()).isEqualTo(Reading.of(51));
        }
    }

    @Test
    void not_supported_is_absent_although_the_buffer_was_written() throws Exception {
        try (NvmlProbe probe = open("UTILIZATION_RETURN=3")) {
            assertThat(probe.sample().get(0).utilizationPercent().absentReason())
                    .hasValueSatisfying(reason -> assertThat(reason).startsWith("NVML_ERROR_NOT_SUPPORTED"));
            assertThat(probe.inventory().gpus().get(0).modes().mig().absentReason())
                    .hasValueSatisfying(reason -> assertThat(reason).startsWith("NVML_ERROR_NOT_SUPPORTED"));
        }
    }

    @Test
    void a_code_nobody_knows_is_carried_as_its_number() throws Exception {
        try (NvmlProbe probe = open("UTILIZATION_RETURN=4711")) {
            assertThat(probe.sample().get(0).utilizationPercent().absentReason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("4711"));
        }
    }

    @Test
    void a_refused_struct_version_leaves_the_total_and_no_used_memory_with_the_reserve_in_it() throws Exception {
        try (NvmlProbe probe = open("NEWEST_MEMORY_VERSION=3")) {
            GpuInfo gpu = probe.inventory().gpus().get(0);

            assertThat(gpu.memory().totalMiB()).isEqualTo(Reading.of(81559.0));
            assertThat(gpu.memory().usedMiB().absentReason())
                    .hasValueSatisfying(
                            reason -> assertThat(reason).startsWith("NVML_ERROR_ARGUMENT_VERSION_MISMATCH"));
        }
    }

    @Test
    void process_entries_of_early_r535_drivers_are_read_at_their_size() throws Exception {
        try (NvmlProbe probe = open("PROCESS_BYTES=32")) {
            assertThat(probe.inventory()
                            .gpus()
                            .get(0)
                            .processes()
                            .map(all -> all.stream().map(GpuProcess::pid).toList()))
                    .isEqualTo(Reading.of(List.of(4000L, 4001L, 4002L)));
        }
    }

    @Test
    void a_list_of_processes_longer_than_the_buffer_is_asked_for_again() throws Exception {
        try (NvmlProbe probe = open("PROCESSES=75")) {
            assertThat(probe.inventory().gpus().get(0).processes().map(List::size))
                    .isEqualTo(Reading.of(75));
        }
    }

    @Test
    void a_lost_gpu_fails_the_count_and_leaves_the_other_sampled() throws Exception {
        try (NvmlProbe probe = open("LOST_DEVICE=1")) {
            List<GateResult> gates =
                    PreflightGates.evaluate(probe.inventory(), GateContext.nothingExpected(probe.sample()));

            assertThat(probe.sample()).extracting(GpuSample::gpu).containsExactly(0);
            assertThat(gates).anySatisfy(gate -> {
                assertThat(gate.id()).isEqualTo("INV-1");
                assertThat(gate.status()).isEqualTo(GateResult.Status.FAIL);
                assertThat(gate.seen()).contains("GPU 1: NVML_ERROR_GPU_IS_LOST");
            });
        }
    }

    @Test
    void init_is_called_once_and_undone_by_close() throws Exception {
        NvmlProbe probe = open();
        NativeLibrary library =
                NativeLibrary.getInstance(folder.resolve("libnvidia-ml.so.1").toString());
        probe.inventory();
        probe.sample();

        assertThat(library.getFunction("fakeInits").invokeInt(new Object[0])).isEqualTo(1);
        probe.close();
        probe.close();
        assertThat(library.getFunction("fakeInits").invokeInt(new Object[0])).isZero();
    }

    @Test
    void a_driver_that_is_not_loaded_is_named_with_the_next_step() throws Exception {
        ProbeUnavailableException refusal = refused("INIT_RETURN=9");

        assertThat(refusal.seen()).contains("NVML_ERROR_DRIVER_NOT_LOADED (9)");
        assertThat(refusal.nextStep()).contains("modprobe nvidia");
        assertThat(refusal.tried()).hasSize(2).last().isEqualTo("nvmlInit_v2");
    }

    @Test
    void library_and_module_of_different_drivers_are_told_apart() throws Exception {
        ProbeUnavailableException refusal = refused("INIT_RETURN=18");

        assertThat(refusal.seen())
                .contains("NVML_ERROR_LIB_RM_VERSION_MISMATCH")
                .contains("kernel module");
        assertThat(refusal.nextStep()).contains("reboot");
    }

    @Test
    void a_container_that_lost_its_devices_is_told_to_restart() throws Exception {
        ProbeUnavailableException refusal = refused("INIT_RETURN=999");

        assertThat(refusal.seen()).contains("NVML_ERROR_UNKNOWN (999)");
        assertThat(refusal.nextStep()).contains("container");
    }

    @Test
    void a_driver_without_gpus_is_not_a_probe() throws Exception {
        assertThat(refused("DEVICES=0").seen()).contains("0 GPUs");
    }

    @Test
    void the_environment_names_the_library_when_no_path_is_given() throws Exception {
        Path library = FakeNvml.build(folder);
        try (NvmlProbe probe = NvmlProbe.open(Optional.empty(), Map.of("SERVEDYNO_NVML", library.toString()))) {
            assertThat(probe.inventory().gpus()).hasSize(2);
        }
    }

    @Test
    void a_path_that_does_not_load_is_named_with_what_the_loader_said() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.so"), "not a library");

        assertThatExceptionOfType(ProbeUnavailableException.class)
                .isThrownBy(() -> NvmlProbe.open(Optional.of(broken), Map.of()).close())
                .satisfies(refusal -> {
                    assertThat(refusal.tried()).containsExactly(broken.toString());
                    assertThat(refusal.seen()).contains("broken.so");
                    assertThat(refusal.nextStep()).contains("--nvml");
                });
    }
}
