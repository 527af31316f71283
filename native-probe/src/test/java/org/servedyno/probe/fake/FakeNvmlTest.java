package org.servedyno.probe.fake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.GpuProbe;
import org.servedyno.probe.GpuProbes;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.ProbeUnavailableException;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.model.gpu.GpuSample;

class FakeNvmlTest {
    @TempDir
    private Path folder;

    private static GpuProbe open(FakeNvml fake) throws ProbeUnavailableException {
        return GpuProbes.open(new ProbeSource.Nvml(Optional.of(fake.library())));
    }

    @Test
    void without_a_script_it_is_a_healthy_node_of_8_h100_sxm() throws Exception {
        try (GpuProbe probe = open(FakeNvml.in(folder))) {
            GpuInventory inventory = probe.inventory();
            GpuSample sample = Looks.of(probe, 7);

            assertThat(inventory.driverVersion()).isEqualTo(Reading.of("580.82.07"));
            assertThat(inventory.gpus()).hasSize(8).allSatisfy(gpu -> {
                assertThat(gpu.identity().name()).isEqualTo(Reading.of("NVIDIA H100 80GB HBM3"));
                assertThat(gpu.nvlink().active()).isEqualTo(Reading.of(18));
                assertThat(gpu.fabric().state()).isEqualTo(Reading.of("completed"));
            });
            assertThat(inventory.gpus()).extracting(GpuInfo::uuid).doesNotHaveDuplicates();
            assertThat(inventory.gpus())
                    .extracting(gpu -> gpu.affinity().cpus().toOptional().orElse("none"))
                    .startsWith("0-47,96-143")
                    .endsWith("48-95,144-191");
            assertThat(sample.temperatureC()).isEqualTo(Reading.of(33));
            assertThat(sample.powerWatts()).isEqualTo(Reading.of(72.0));
            assertThat(sample.smMhz()).isEqualTo(Reading.of(345));
        }
    }

    @Test
    void a_script_written_later_changes_what_is_loaded_already_and_another_folder_does_not() throws Exception {
        FakeNvml fake = FakeNvml.in(folder.resolve("a"));
        FakeNvml other = FakeNvml.in(folder.resolve("b"));
        try (GpuProbe probe = open(fake);
                GpuProbe beside = open(other)) {
            assertThat(Looks.of(probe, 2).smMhz()).isEqualTo(Reading.of(345));

            fake.show(FakeNode.healthy().gpu(2, "clock.sm", 990));

            assertThat(Looks.of(probe, 2).smMhz()).isEqualTo(Reading.of(990));
            assertThat(Looks.of(probe, 3).smMhz()).isEqualTo(Reading.of(345));
            assertThat(Looks.of(beside, 2).smMhz()).isEqualTo(Reading.of(345));
        }
    }

    @Test
    void a_change_comes_at_its_time() throws Exception {
        FakeNvml fake = FakeNvml.in(folder)
                .show(FakeNode.healthy().with("clock.sm", 1980).atMs(1, node -> node.gpu(0, "clock.sm", 990)));
        try (GpuProbe probe = open(fake)) {
            Thread.sleep(2);

            assertThat(Looks.of(probe, 0).smMhz()).isEqualTo(Reading.of(990));
            assertThat(Looks.of(probe, 1).smMhz()).isEqualTo(Reading.of(1980));
        }
    }

    @Test
    void the_energy_counter_rises_with_the_power() throws Exception {
        FakeNvml fake = FakeNvml.in(folder).show(FakeNode.healthy().gpu(1, "power", 1e9));
        try (GpuProbe probe = open(fake)) {
            double firstJoules = Looks.of(probe, 1).energyJoules().toOptional().orElseThrow();
            Thread.sleep(2);

            assertThat(Looks.of(probe, 1).energyJoules().toOptional().orElseThrow())
                    .isGreaterThan(firstJoules + 1e6);
        }
    }
}
