package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.GpuTopology;

class NvmlProbeTest {
    @TempDir
    private Path folder;

    private NvmlProbe open(FakeNode node) throws ProbeUnavailableException {
        FakeNvml fake = FakeNvml.in(folder).show(node);
        return NvmlProbe.open(Optional.of(fake.library()), Map.of());
    }

    private ProbeUnavailableException refused(FakeNode node) {
        return catchThrowableOfType(
                ProbeUnavailableException.class, () -> open(node).close());
    }

    @Test
    void every_struct_is_read_at_its_offsets() throws Exception {
        try (NvmlProbe probe = open(FakeNode.healthy().process(1, 4242, "compute", 1024))) {
            GpuInventory inventory = probe.inventory();
            GpuInfo second = inventory.gpus().get(1);

            assertThat(inventory.simulated()).isFalse();
            assertThat(inventory.source()).startsWith("nvml ").contains(folder.toString());
            assertThat(inventory.driverVersion()).isEqualTo(Reading.of("580.82.07"));
            assertThat(inventory.nvmlVersion()).isEqualTo(Reading.of("13.580.82.07"));
            assertThat(inventory.cudaDriverVersion()).isEqualTo(Reading.of("13.0"));
            assertThat(second.index()).isEqualTo(1);
            assertThat(second.uuid()).startsWith("GPU-");
            assertThat(second.identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
            assertThat(second.identity().pciBusId()).isEqualTo(Reading.of("00000000:3B:00.0"));
            assertThat(second.identity().pciDeviceId()).isEqualTo(Reading.of(0x233010DEL));
            assertThat(second.identity().pciSubsystemId()).isEqualTo(Reading.of(0x16C110DEL));
            assertThat(second.identity().computeCapability()).isEqualTo(Reading.of("9.0"));
            assertThat(second.power().enforcedWatts()).isEqualTo(Reading.of(700.0));
            assertThat(second.power().minWatts()).isEqualTo(Reading.of(200.0));
            assertThat(second.clocks().smMaxMhz()).isEqualTo(Reading.of(1980));
            assertThat(second.clocks().memoryMaxMhz()).isEqualTo(Reading.of(2619));
            assertThat(second.thermals().temperatureC()).isEqualTo(Reading.of(33));
            assertThat(second.thermals().marginC()).isEqualTo(Reading.of(54));
            assertThat(second.ecc().enabled()).isEqualTo(Reading.of(true));
            assertThat(second.modes().persistence()).isEqualTo(Reading.of(true));
            assertThat(second.nvlink().active()).isEqualTo(Reading.of(18));
            assertThat(second.processes())
                    .isEqualTo(Reading.of(List.of(new GpuProcess(4242, "compute", Reading.of(1024.0)))));
        }
    }

    @Test
    void a_sample_holds_the_hot_set_in_its_units() throws Exception {
        FakeNode busy = FakeNode.healthy()
                .with("util.gpu", 97)
                .with("util.memory", 41)
                .with("power", 412.345)
                .with("energy.count", 5_000_000_123_456L)
                .with("clock.sm", 1755)
                .with("reasons", "0x100000004");
        try (NvmlProbe probe = open(busy)) {
            GpuSample sample = Looks.of(probe, 0);

            assertThat(sample.utilizationPercent()).isEqualTo(Reading.of(97.0));
            assertThat(sample.memoryUtilizationPercent()).isEqualTo(Reading.of(41.0));
            assertThat(sample.memoryUsedMiB()).isEqualTo(Reading.of(2.0));
            assertThat(sample.powerWatts()).isEqualTo(Reading.of(412.345));
            assertThat(sample.energyJoules()).isEqualTo(Reading.of(5_000_000_123.456));
            assertThat(sample.smMhz()).isEqualTo(Reading.of(1755));
            assertThat(sample.memoryMhz()).isEqualTo(Reading.of(2619));
            assertThat(sample.memoryTemperatureC()).isEqualTo(Reading.of(41));
            assertThat(sample.eventReasons())
                    .as("a reason bit from a later driver is carried")
                    .isEqualTo(Reading.of(0x100000004L));
        }
    }

    @Test
    void t19_through_a_switch_all_28_pairs_are_joined_by_18_links() throws Exception {
        try (NvmlProbe probe = open(FakeNode.healthy())) {
            GpuTopology topology = probe.inventory().topology().toOptional().orElseThrow();

            for (int a = 0; a < 8; a++) {
                for (int b = 0; b < 8; b++) {
                    assertThat(topology.matrix().get(a).get(b)).isEqualTo(Reading.of(a == b ? "X" : "NV18"));
                }
            }
        }
    }

    @Test
    void t18_a_pair_without_peer_access_shows_its_pcie_path_though_all_links_are_active() throws Exception {
        try (NvmlProbe probe = open(FakeNode.healthy().with("p2p.0-1", 5).with("p2p.2-7", 4))) {
            GpuInventory inventory = probe.inventory();
            GpuTopology topology = inventory.topology().toOptional().orElseThrow();

            assertThat(inventory.gpus().get(0).nvlink().active()).isEqualTo(Reading.of(18));
            assertThat(topology.matrix().get(0).get(1)).isEqualTo(Reading.of("NODE"));
            assertThat(topology.p2p().get(0).get(1)).isEqualTo(Reading.of("NOT_SUPPORTED"));
            assertThat(topology.matrix().get(7).get(2)).isEqualTo(Reading.of("SYS"));
            assertThat(topology.p2p().get(7).get(2)).isEqualTo(Reading.of("DISABLED_BY_REGKEY"));
            assertThat(topology.matrix().get(1).get(2)).isEqualTo(Reading.of("NV18"));
        }
    }

    @Test
    void t15_two_gpus_joined_without_a_switch_are_found_by_each_others_address_in_any_form() throws Exception {
        FakeNode pair = FakeNode.healthy()
                .with("gpus", 2)
                .with("nvlink.links", 6)
                .with("nvlink.remote", 0)
                .gpu(0, "pci.bus", "00000000:3B:00.0")
                .gpu(1, "pci.bus", "0000:3c:00.0")
                .gpu(0, "nvlink.remote.bus", "00000000:3C:00.0")
                .gpu(1, "nvlink.remote.bus", "0000:3b:00.0");
        try (NvmlProbe probe = open(pair)) {
            GpuTopology topology = probe.inventory().topology().toOptional().orElseThrow();

            assertThat(topology.matrix().get(0).get(1)).isEqualTo(Reading.of("NV6"));
            assertThat(topology.matrix().get(1).get(0)).isEqualTo(Reading.of("NV6"));
        }
    }

    @Test
    void t16_under_mig_what_the_driver_hides_is_absent_and_the_rest_is_read() throws Exception {
        try (NvmlProbe probe = open(FakeNode.healthy().gpu(0, "mig", 1))) {
            GpuInfo gpu = probe.inventory().gpus().get(0);
            GpuSample sample = Looks.of(probe, 0);

            assertThat(gpu.modes().mig()).isEqualTo(Reading.of(true));
            assertThat(gpu.remapping().pending().absentReason().orElseThrow()).contains("NOT_SUPPORTED");
            assertThat(gpu.processes().absentReason().orElseThrow()).contains("NO_PERMISSION", "needs root");
            assertThat(sample.utilizationPercent().absentReason().orElseThrow()).contains("NOT_SUPPORTED");
            assertThat(sample.powerWatts()).isEqualTo(Reading.of(72.0));
            assertThat(probe.inventory().gpus().get(1).remapping().pending()).isEqualTo(Reading.of(false));
        }
    }

    @Test
    void init_is_called_once_and_undone_by_close() throws Exception {
        FakeNvml fake = FakeNvml.in(folder);
        NvmlProbe probe = NvmlProbe.open(Optional.of(fake.library()), Map.of());
        probe.inventory();
        probe.sample();

        assertThat(fake.inits()).isEqualTo(1);
        assertThat(fake.gpmSamples()).isPositive();
        probe.close();
        probe.close();
        assertThat(fake.inits()).isZero();
        assertThat(fake.gpmSamples()).isZero();
        assertThat(fake.calls("nvmlShutdown")).isEqualTo(1);
    }

    @Test
    void a_driver_without_gpus_is_not_a_probe() {
        assertThat(refused(FakeNode.healthy().with("gpus", 0)).seen()).contains("0 GPUs");
    }

    @Test
    void the_environment_names_the_library_when_no_path_is_given() throws Exception {
        Path library = FakeNvml.in(folder).library();
        try (NvmlProbe probe = NvmlProbe.open(Optional.empty(), Map.of("SERVEDYNO_NVML", library.toString()))) {
            assertThat(probe.inventory().gpus()).hasSize(8);
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
