package org.servedyno.probe.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuProcess;

class ProcessListTest {
    private static final String DETAIL_LIST = "nvmlDeviceGetRunningProcessDetailList";

    @TempDir
    private Path folder;

    private static Reading<List<GpuProcess>> first(FakeNvml fake) throws Exception {
        try (NvmlProbe probe = NvmlProbe.open(Optional.of(fake.library()), Map.of())) {
            Reading<List<GpuProcess>> standing = probe.inventory().gpus().get(0).processes();
            assertThat(probe.occupants().get(0).processes()).isEqualTo(standing);
            return standing;
        }
    }

    private FakeNvml withoutDetailList() {
        return FakeNvml.named(folder.resolve("libnvidia-ml.so.1"), DETAIL_LIST);
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 32})
    void t08_entries_of_24_and_of_32_bytes_under_one_name_are_read_at_their_size(int bytes) throws Exception {
        FakeNvml fake = withoutDetailList()
                .show(FakeNode.healthy()
                        .with("driver", "535.54.03")
                        .with("processes.stride", bytes)
                        .process(0, 4000, "compute", 1024)
                        .process(0, 4001, "compute", 512)
                        .process(0, 4002, "compute", 256));

        assertThat(first(fake))
                .isEqualTo(Reading.of(List.of(
                        new GpuProcess(4000, "compute", Reading.of(1024.0)),
                        new GpuProcess(4001, "compute", Reading.of(512.0)),
                        new GpuProcess(4002, "compute", Reading.of(256.0)))));
    }

    @Test
    void t08_the_list_with_a_version_is_preferred_where_the_driver_has_it() throws Exception {
        FakeNvml fake = FakeNvml.in(folder)
                .show(FakeNode.healthy()
                        .process(0, 4000, "compute", 1024)
                        .process(0, 4001, "graphics", 8)
                        .process(0, 4002, "mps", 64));

        assertThat(first(fake).map(all -> all.stream().map(GpuProcess::kind).toList()))
                .isEqualTo(Reading.of(List.of("compute", "graphics", "mps")));
        assertThat(fake.calls("nvmlDeviceGetComputeRunningProcesses_v3")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void t09_a_list_that_grows_between_two_calls_is_asked_for_again_with_room_to_spare(boolean detailed)
            throws Exception {
        FakeNvml fake = (detailed ? FakeNvml.in(folder) : withoutDetailList())
                .show(FakeNode.healthy()
                        .with("gpus", 1)
                        .with("processes.more", 40)
                        .with("processes.grow", 20));

        assertThat(first(fake).map(List::size)).isEqualTo(Reading.of(100));
    }

    @Test
    void t09_a_list_that_never_stops_growing_is_absent_after_5_tries() throws Exception {
        FakeNvml fake = FakeNvml.in(folder)
                .show(FakeNode.healthy()
                        .with("gpus", 1)
                        .call(DETAIL_LIST, "return 7")
                        .call("nvmlDeviceGetComputeRunningProcesses_v3", "return 7"));
        try (NvmlProbe probe = NvmlProbe.open(Optional.of(fake.library()), Map.of())) {
            assertThat(probe.occupants().get(0).processes().absentReason().orElseThrow())
                    .startsWith("NVML_ERROR_INSUFFICIENT_SIZE");
            assertThat(fake.calls("nvmlDeviceGetComputeRunningProcesses_v3")).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void t10_memory_the_driver_does_not_know_is_absent_and_not_16_eib(boolean detailed) throws Exception {
        FakeNvml fake = (detailed ? FakeNvml.in(folder) : withoutDetailList())
                .show(FakeNode.healthy().processOfUnknownMemory(0, 4242, "compute"));

        assertThat(first(fake))
                .isEqualTo(Reading.of(
                        List.of(new GpuProcess(4242, "compute", Reading.absent("the driver does not know")))));
    }

    @Test
    void t11_the_hosts_pid_is_told_whether_or_not_this_system_has_such_a_process() throws Exception {
        long nobodysPid = 0x7FFF_FFFEL;
        FakeNvml fake = FakeNvml.in(folder).show(FakeNode.healthy().process(0, nobodysPid, "compute", 2048));

        assertThat(ProcessHandle.of(nobodysPid)).isEmpty();
        assertThat(first(fake))
                .isEqualTo(Reading.of(List.of(new GpuProcess(nobodysPid, "compute", Reading.of(2048.0)))));
        assertThat(fake.calls("nvmlSystemGetProcessName")).isZero();
    }
}
