package org.servedyno.probe.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.servedyno.probe.fake.FakeCuda;
import org.servedyno.results.model.gpu.CudaInventory;
import org.servedyno.results.model.gpu.CudaInventory.Bandwidth;
import org.servedyno.results.model.gpu.CudaInventory.Compute;
import org.servedyno.results.model.gpu.CudaInventory.Deep;
import org.servedyno.results.model.gpu.CudaInventory.Device;
import org.servedyno.results.model.gpu.CudaInventory.Fault;
import org.servedyno.results.model.gpu.CudaInventory.Fault.Kind;

class CudaProbeTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static Path built;

    @BeforeAll
    static void build() throws Exception {
        built = FakeCuda.build(shared.resolve("fake")).library();
    }

    /** A copy of the library with a script of its own. */
    private Path fake(String... script) throws IOException {
        Path library = Files.copy(built, folder.resolve("libcuda.so.1"));
        Files.writeString(folder.resolve("libcuda.so.1.script"), String.join("\n", script) + "\n");
        return library;
    }

    private static CudaRequest request(Path library) {
        return new CudaRequest(Optional.of(library), false, LONG, LONG, List.of());
    }

    private static CudaInventory read(Path library) throws InterruptedException {
        return CudaProbe.read(request(library), SmClockWatch.none());
    }

    private static Fault fault(CudaInventory inventory) {
        return inventory.fault().orElseThrow(() -> new AssertionError("no fault: " + inventory));
    }

    @Test
    void devices_and_pairs_are_read_with_ids_in_nvmls_form() throws Exception {
        CudaInventory inventory = read(fake("devices = 3"));

        assertThat(inventory.fault()).isEmpty();
        assertThat(inventory.library().toOptional())
                .contains(folder.resolve("libcuda.so.1").toRealPath().toString());
        assertThat(inventory.init().toOptional())
                .hasValueSatisfying(answer -> assertThat(answer.success()).isTrue());
        assertThat(inventory.driverVersion().toOptional()).contains("13.0");
        assertThat(inventory.bindingVersion()).isEqualTo("12.0");
        assertThat(inventory.devices()).extracting(Device::ordinal).containsExactly(0, 1, 2);
        Device second = inventory.devices().get(1);
        assertThat(second.uuid().toOptional()).contains("GPU-4e5d6c7b-1a11-4f3a-9c21-8b7a6d5c4e01");
        assertThat(second.pciBusId().toOptional()).contains("00000000:3B:00.0");
        assertThat(second.name().toOptional()).contains("NVIDIA H100 80GB HBM3");
        assertThat(second.totalMiB().toOptional()).contains(81559.0);
        assertThat(second.multiprocessors().toOptional()).contains(132);
        assertThat(second.computeCapability().toOptional()).contains("9.0");
        assertThat(second.smMaxMhz().toOptional()).contains(1980);
        assertThat(second.memoryMaxMhz().toOptional()).contains(2619);
        assertThat(second.memoryBusBits().toOptional()).contains(5120);
        assertThat(second.l2KiB().toOptional()).contains(51200);
        assertThat(second.ecc().toOptional()).contains(true);
        assertThat(second.computeMode().toOptional()).contains("DEFAULT");
        assertThat(inventory.peers()).hasSize(6).allSatisfy(peer -> {
            assertThat(peer.access().toOptional()).contains(true);
            assertThat(peer.nativeAtomics().toOptional()).contains(true);
            assertThat(peer.performanceRank().toOptional()).contains(0);
        });
        assertThat(inventory.deep().absentReason())
                .hasValueSatisfying(why -> assertThat(why).contains("--deep"));
    }

    @Test
    void a_value_that_the_driver_refuses_is_absent_with_the_call_and_its_answer() throws Exception {
        CudaInventory inventory = read(fake("call.cuDeviceGetUuid = return 801"));

        assertThat(inventory.fault()).isEmpty();
        assertThat(inventory.devices()).allSatisfy(device -> {
            assertThat(device.uuid().absentReason())
                    .contains("cuDeviceGetUuid answered CUDA_ERROR_NOT_SUPPORTED (801)");
            assertThat(device.name().toOptional()).isPresent();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "34, STUB_LIBRARY, CUDA_ERROR_STUB_LIBRARY, stub",
        "100, NO_DEVICE, CUDA_ERROR_NO_DEVICE, CUDA_VISIBLE_DEVICES",
        "802, FABRIC_NOT_READY, CUDA_ERROR_SYSTEM_NOT_READY, nvidia-fabricmanager",
        "803, VERSION_MISMATCH, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, kernel module",
        "804, COMPATIBILITY_NOT_SUPPORTED, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, cuda-compat",
        "999, INIT_FAILED, CUDA_ERROR_UNKNOWN, nvidia_uvm",
        "4711, INIT_FAILED, unknown code, CUresult"
    })
    void each_answer_of_cu_init_has_its_own_fault(int code, Kind kind, String name, String advice) throws Exception {
        CudaInventory inventory = read(fake("call.cuInit = return " + code));

        assertThat(fault(inventory).kind()).isEqualTo(kind);
        assertThat(fault(inventory).tried())
                .containsExactly(folder.resolve("libcuda.so.1").toString(), "cuInit");
        assertThat(fault(inventory).seen()).isEqualTo("cuInit answered " + name + " (" + code + ")");
        assertThat(fault(inventory).nextStep()).contains(advice);
        assertThat(inventory.init().toOptional())
                .hasValueSatisfying(answer -> assertThat(answer.code()).isEqualTo(code));
        assertThat(inventory.driverVersion().toOptional()).contains("13.0");
        assertThat(inventory.devices()).isEmpty();
    }

    @Test
    void t31_a_fabric_that_is_not_ready_is_asked_again_in_a_new_process_until_it_is() throws Exception {
        Path counts = Files.createDirectory(folder.resolve("counts"));
        Path library = fake("call.cuInit = return 802 times 2", "counts = " + counts);
        Duration soon = Duration.ofMillis(1);

        CudaInventory ready = CudaProbe.read(
                new CudaRequest(Optional.of(library), false, LONG, LONG, List.of(soon, soon, soon)),
                SmClockWatch.none());

        assertThat(ready.fault()).isEmpty();
        assertThat(ready.devices()).hasSize(8);
        assertThat(Files.size(counts.resolve("cuInit"))).isEqualTo(3);
    }

    @Test
    void t31_a_fabric_that_stays_unready_is_explained_after_a_bounded_number_of_tries() throws Exception {
        Path counts = Files.createDirectory(folder.resolve("counts"));
        Path library = fake("call.cuInit = return 802", "counts = " + counts);
        Duration soon = Duration.ofMillis(1);

        CudaInventory unready = CudaProbe.read(
                new CudaRequest(Optional.of(library), false, LONG, LONG, List.of(soon, soon)), SmClockWatch.none());

        assertThat(fault(unready).kind()).isEqualTo(Kind.FABRIC_NOT_READY);
        assertThat(fault(unready).seen()).isEqualTo("cuInit answered CUDA_ERROR_SYSTEM_NOT_READY (802), 3 times");
        assertThat(fault(unready).nextStep()).contains("nvidia-fabricmanager").contains("boot");
        assertThat(Files.size(counts.resolve("cuInit"))).isEqualTo(3);
    }

    @Test
    void a_library_that_is_not_there_is_named_with_what_to_do() throws Exception {
        CudaInventory inventory = read(folder.resolve("nowhere.so"));

        assertThat(fault(inventory).kind()).isEqualTo(Kind.NO_LIBRARY);
        assertThat(fault(inventory).tried())
                .containsExactly(folder.resolve("nowhere.so").toString());
        assertThat(fault(inventory).nextStep()).contains("SERVEDYNO_CUDA");
        assertThat(inventory.library().absentReason()).contains("not loaded");
    }

    @Test
    void a_file_that_is_no_library_is_the_loaders_complaint() throws Exception {
        Path text = Files.writeString(folder.resolve("libcuda.so.1"), "no library");

        CudaInventory inventory = read(text);

        assertThat(fault(inventory).kind()).isEqualTo(Kind.NO_LIBRARY);
        assertThat(fault(inventory).seen()).contains("file too short");
    }

    @ParameterizedTest
    @CsvSource({"cuDeviceGetUuid", "cuGraphLaunch"})
    void a_library_without_a_function_is_found_out_at_load_even_where_the_function_is_never_called(String missing)
            throws Exception {
        Path library = FakeCuda.build(folder, missing).library();

        CudaInventory inventory = read(library);

        assertThat(fault(inventory).kind()).isEqualTo(Kind.MISSING_SYMBOL);
        assertThat(fault(inventory).seen()).isEqualTo(library + " lacks " + missing);
        assertThat(fault(inventory).nextStep()).contains("older than CUDA 12.0");
        assertThat(inventory.init().absentReason()).contains(fault(inventory).seen());
    }

    @Test
    void a_driver_older_than_the_binding_is_said_beside_what_it_answers() throws Exception {
        CudaInventory inventory = read(fake("driver.version = 11080"));

        assertThat(fault(inventory).kind()).isEqualTo(Kind.DRIVER_TOO_OLD);
        assertThat(fault(inventory).seen()).isEqualTo("the driver supports CUDA 11.8, the binding was built for 12.0");
        assertThat(inventory.devices()).hasSize(8);
    }

    @Test
    void a_call_that_fails_after_the_start_keeps_what_was_read_before() throws Exception {
        CudaInventory inventory = read(fake("call.cuDeviceGetCount = return 3"));

        assertThat(fault(inventory).kind()).isEqualTo(Kind.CALL_FAILED);
        assertThat(fault(inventory).seen()).isEqualTo("cuDeviceGetCount answered CUDA_ERROR_NOT_INITIALIZED (3)");
        assertThat(inventory.driverVersion().toOptional()).contains("13.0");
    }

    @Test
    void a_driver_that_crashes_costs_its_process_and_not_ours() throws Exception {
        CudaInventory inventory = read(fake("call.cuDeviceTotalMem_v2 = crash"));

        assertThat(fault(inventory).kind()).isEqualTo(Kind.CRASHED);
        assertThat(fault(inventory).seen()).contains("signal 11");
        assertThat(inventory.init().toOptional())
                .hasValueSatisfying(answer -> assertThat(answer.success()).isTrue());
        assertThat(inventory.driverVersion().toOptional()).contains("13.0");
    }

    @Test
    void a_driver_that_hangs_is_left_after_the_limit_and_its_process_killed() throws Exception {
        Path pid = folder.resolve("pid");
        Path library = fake("call.cuDeviceGetCount = hang", "pid = " + pid);

        CudaInventory inventory = CudaProbe.read(
                new CudaRequest(Optional.of(library), false, Duration.ofSeconds(4), LONG, List.of()),
                SmClockWatch.none());

        assertThat(fault(inventory).kind()).isEqualTo(Kind.HUNG);
        assertThat(fault(inventory).seen()).contains("did not answer within").contains("was killed");
        assertThat(inventory.driverVersion().toOptional()).contains("13.0");
        assertThat(alive(pid)).isFalse();
    }

    @Test
    void what_a_library_prints_between_the_answers_is_passed_over() throws Exception {
        CudaInventory inventory = read(fake("call.cuDriverGetVersion = print some words of its own"));

        assertThat(inventory.fault()).isEmpty();
        assertThat(inventory.devices()).hasSize(8);
    }

    @Test
    void what_a_library_prints_in_the_look_of_an_answer_is_a_fault() throws Exception {
        Path pid = folder.resolve("pid");
        Path library = fake("call.cuDriverGetVersion = print {\"event\":\"inventory\",\"cuda\":17}", "pid = " + pid);

        CudaInventory inventory = read(library);

        assertThat(fault(inventory).kind()).isEqualTo(Kind.CRASHED);
        assertThat(fault(inventory).seen())
                .startsWith("the process's answer cannot be read: ")
                .doesNotContain("\n");
        assertThat(alive(pid)).isFalse();
    }

    private static boolean alive(Path pid) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(pid)))
                .filter(ProcessHandle::isAlive)
                .isPresent();
    }

    @Test
    void t32_the_process_and_with_it_every_context_is_gone_before_the_call_returns() throws Exception {
        Path pid = folder.resolve("pid");

        read(fake("pid = " + pid));

        assertThat(alive(pid)).isFalse();
        assertThat(Long.parseLong(Files.readString(pid)))
                .isNotEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void each_process_unpacks_into_a_folder_of_its_own_so_that_a_broken_file_of_another_does_no_harm()
            throws Exception {
        Path temp = Path.of(System.getProperty("java.io.tmpdir"));
        Path truncated = temp.resolve("libJCudaDriver-12.6.0-linux-x86_64.so");
        boolean ours = !Files.exists(truncated);
        if (ours) {
            Files.writeString(truncated, "\177ELF");
        }
        try {
            Path library = fake("devices = 1");
            List<CompletableFuture<CudaInventory>> both = IntStream.range(0, 2)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> uninterrupted(request(library))))
                    .toList();

            assertThat(both.stream().map(CompletableFuture::join)).allSatisfy(inventory -> {
                assertThat(inventory.fault()).isEmpty();
                assertThat(inventory.devices()).hasSize(1);
            });
        } finally {
            if (ours) {
                Files.delete(truncated);
            }
        }
    }

    private static CudaInventory uninterrupted(CudaRequest request) {
        try {
            return CudaProbe.read(request, SmClockWatch.none());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void deep_measures_what_the_gpus_can_by_their_own_clocks() throws Exception {
        Path library = fake(
                "devices = 2", "h2d.gbps = 55", "d2h.gbps = 50", "d2d.gbps = 1250", "peer.gbps = 360", "sm.mhz = 1755");

        CudaInventory inventory =
                CudaProbe.read(new CudaRequest(Optional.of(library), true, LONG, LONG, List.of()), SmClockWatch.none());

        assertThat(inventory.fault()).isEmpty();
        Deep deep = inventory.deep().toOptional().orElseThrow(() -> new AssertionError(inventory.deep()));
        assertThat(deep.devices()).hasSize(2).allSatisfy(speed -> {
            assertSpeed(speed.hostToDevice().toOptional(), 55, 256);
            assertSpeed(speed.deviceToHost().toOptional(), 50, 256);
            assertSpeed(speed.deviceToDevice().toOptional(), 2500, 1024);
            Compute fma = speed.fma().toOptional().orElseThrow(() -> new AssertionError(speed.fma()));
            // 132 SMs, 128 multiply-adds of two operations each in a cycle, 1755 million cycles a second.
            assertThat(fma.medianTflops()).isEqualTo(132 * 128 * 2 * 1755e6 / 1e12, within(0.1));
            assertThat(fma.medianSmMhz()).isEqualTo(1755, within(0.5));
            assertThat(fma.leastSmMhz()).isEqualTo(1755, within(0.5));
            assertThat(fma.fmaPerSmCycle()).isEqualTo(128, within(0.1));
            assertThat(fma.repeats()).isEqualTo(10);
            assertThat(speed.watchedClock().absentReason()).contains("no NVML to watch it by");
        });
        assertThat(deep.peers())
                .hasSize(2)
                .allSatisfy(peer -> assertSpeed(peer.copy().toOptional(), 360, 256));
    }

    private static void assertSpeed(Optional<Bandwidth> bandwidth, double gbps, double mib) {
        assertThat(bandwidth).hasValueSatisfying(measured -> {
            assertThat(measured.medianGBps()).isEqualTo(gbps, within(gbps / 100));
            assertThat(measured.leastGBps()).isLessThanOrEqualTo(measured.medianGBps());
            assertThat(measured.mostGBps()).isGreaterThanOrEqualTo(measured.medianGBps());
            assertThat(measured.repeats()).isEqualTo(10);
            assertThat(measured.sizeMiB()).isEqualTo(mib);
        });
    }

    @Test
    void deep_says_of_each_thing_it_could_not_measure_why() throws Exception {
        Path library = fake("devices = 2", "peer.access = 0", "wrong.result = 1", "call.cuMemHostAlloc = return 2");

        CudaInventory inventory =
                CudaProbe.read(new CudaRequest(Optional.of(library), true, LONG, LONG, List.of()), SmClockWatch.none());

        Deep deep = inventory.deep().toOptional().orElseThrow();
        assertThat(deep.devices()).allSatisfy(speed -> {
            assertThat(speed.hostToDevice().absentReason())
                    .contains("cuMemHostAlloc of 256 MiB answered CUDA_ERROR_OUT_OF_MEMORY (2)");
            assertThat(speed.deviceToDevice().toOptional()).isPresent();
            assertThat(speed.fma().absentReason()).contains("the GPU computed wrong results: 1 differ from IEEE 754");
        });
        assertThat(deep.peers())
                .allSatisfy(peer -> assertThat(peer.copy().absentReason()).contains("no peer access"));
    }

    @Test
    void the_temporary_folder_of_a_killed_process_goes_with_it() throws Exception {
        Path pid = folder.resolve("pid");
        Path library = fake("call.cuInit = hang", "pid = " + pid);
        CudaRequest request = new CudaRequest(Optional.of(library), false, Duration.ofSeconds(6), LONG, List.of());

        CompletableFuture<CudaInventory> asked = CompletableFuture.supplyAsync(() -> uninterrupted(request));
        Path temp = Path.of(argument(pid, "-Djava.io.tmpdir="));
        boolean there = Files.isDirectory(temp);
        CudaInventory inventory = asked.join();

        assertThat(fault(inventory).kind()).isEqualTo(Kind.HUNG);
        assertThat(there).isTrue();
        assertThat(temp).doesNotExist();
    }

    /** What follows this beginning in the command line of the process that wrote its id to the file. */
    private static String argument(Path pid, String beginning) throws IOException, InterruptedException {
        while (!Files.exists(pid) || Files.size(pid) == 0) {
            Thread.sleep(10);
        }
        return Stream.of(ProcessHandle.of(Long.parseLong(Files.readString(pid)))
                        .orElseThrow()
                        .info()
                        .arguments()
                        .orElseThrow())
                .filter(argument -> argument.startsWith(beginning))
                .findFirst()
                .orElseThrow()
                .substring(beginning.length());
    }
}
