package org.servedyno.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.cuda.CudaProbe;
import org.servedyno.probe.cuda.CudaRequest;
import org.servedyno.probe.cuda.SmClockWatch;
import org.servedyno.probe.fake.FakeCuda;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;
import org.servedyno.results.model.gpu.CudaInventory.Compute;
import org.servedyno.results.model.gpu.CudaInventory.Deep;
import org.servedyno.results.model.gpu.CudaInventory.DeviceSpeed;
import org.servedyno.results.model.gpu.CudaInventory.PeerSpeed;
import org.servedyno.results.model.gpu.CudaInventory.WatchedClock;
import org.servedyno.results.model.gpu.GpuInventory;

class CudaTablesTest {
    @TempDir
    Path folder;

    private GpuInventory node(int gpus) throws ProbeUnavailableException {
        FakeNvml fake = FakeNvml.in(folder).show(FakeNode.healthy().with("gpus", gpus));
        try (GpuProbe probe = GpuProbes.open(new ProbeSource.Nvml(Optional.of(fake.library())))) {
            return probe.inventory();
        }
    }

    /** What a library says that counts the same GPUs from the end. */
    private CudaInventory asked(int devices) throws Exception {
        FakeCuda fake = FakeCuda.build(folder).script("devices = " + devices, "order = reversed");
        return CudaProbe.read(CudaRequest.of(Optional.of(fake.library()), Map.of(), false), SmClockWatch.none());
    }

    private static CudaInventory at(CudaInventory inventory, String library) {
        return new CudaInventory(
                Reading.of(library),
                inventory.init(),
                inventory.driverVersion(),
                inventory.bindingVersion(),
                inventory.visibleDevices(),
                inventory.devices(),
                inventory.peers(),
                inventory.deep(),
                inventory.fault());
    }

    private static Reading<Bandwidth> speed(double gbps, double mib) {
        return Reading.of(new Bandwidth(gbps, gbps * 0.99, gbps * 1.01, 10, mib));
    }

    private static DeviceSpeed speeds(int ordinal) {
        return new DeviceSpeed(
                ordinal,
                speed(55.2, 256),
                speed(53.1, 256),
                ordinal == 1
                        ? Reading.absent("cuMemAlloc of 1024 MiB answered CUDA_ERROR_OUT_OF_MEMORY (2)")
                        : speed(2511.4, 1024),
                Reading.of(new Compute(59.1, 58.7, 59.3, 10, 1752.4, 1740.2, 127.2)),
                Reading.of(new WatchedClock(1740, 1751.3, 1755, 19)));
    }

    private static Deep deep(int devices) {
        return new Deep(
                IntStream.range(0, devices).mapToObj(CudaTablesTest::speeds).toList(),
                IntStream.range(0, devices)
                        .boxed()
                        .flatMap(from -> IntStream.range(0, devices)
                                .filter(to -> to != from)
                                .mapToObj(to -> new PeerSpeed(
                                        from, to, from == 0 && to == 1 ? Reading.absent("no") : speed(361.7, 256))))
                        .toList());
    }

    private static void fits(String text) {
        assertThat(text.lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(80));
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
    }

    @Test
    void what_was_measured_is_a_table_with_its_spread_and_a_matrix() throws Exception {
        CudaInventory cuda =
                at(asked(3).withDeep(Reading.of(deep(3))), "/usr/lib/x86_64-linux-gnu/libcuda.so.580.82.07");

        String text = new CudaTables(node(3), cuda).text();

        fits(text);
        Golden.check("cuda-3-deep.txt", text);
    }

    @Test
    void eight_gpus_stay_within_the_page() throws Exception {
        String text = new CudaTables(node(8), asked(8).withDeep(Reading.of(deep(8)))).text();

        fits(text.replace(folder.toString(), "/x"));
    }

    @Test
    void a_libcuda_of_another_version_than_nvmls_is_pointed_out() throws Exception {
        FakeCuda fake = FakeCuda.build(folder).script("driver.version = 13020");
        CudaInventory cuda =
                CudaProbe.read(CudaRequest.of(Optional.of(fake.library()), Map.of(), false), SmClockWatch.none());

        assertThat(new CudaTables(node(8), cuda).text().replace('\n', ' '))
                .contains("CUDA: driver 13.2")
                .contains("NVML says CUDA 13.0: this libcuda is a compatibility library");
    }

    @Test
    void a_fault_says_what_was_seen_and_tried() throws Exception {
        CudaInventory cuda = CudaProbe.read(
                new CudaRequest(
                        Optional.of(Path.of("/nowhere/libcuda.so.1")),
                        false,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        List.of()),
                SmClockWatch.none());

        String text = new CudaTables(node(1), cuda).text();

        fits(text);
        Golden.check("cuda-no-library.txt", text);
    }
}
