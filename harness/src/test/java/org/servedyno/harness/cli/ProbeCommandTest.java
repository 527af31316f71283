package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.probe.fake.FakeCuda;
import org.servedyno.probe.fake.FakeNode;
import org.servedyno.probe.fake.FakeNvml;
import org.servedyno.results.store.Json;
import picocli.CommandLine;

class ProbeCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int probe(String... arguments) {
        return new CommandLine(new ProbeCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void simulated_gpus_are_shown_and_marked() {
        assertThat(probe("--simulate", "h100-sxm", "--gpus", "8")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("SIMULATED").contains("GPU7").contains("0 failed");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_gate_that_fails_gives_1() {
        assertThat(probe("--simulate", "h200-sxm", "--expect", "h100-sxm")).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).contains("Expected").contains("NVIDIA H100 80GB HBM3");
    }

    @Test
    void json_is_one_document_with_the_agreed_keys() throws IOException {
        assertThat(probe("--simulate", "h100-sxm", "--gpus", "2", "--json")).isEqualTo(ExitCode.OK);
        var document = Json.parse(out.toString());

        assertThat(document.get("simulated").booleanValue()).isTrue();
        assertThat(document.get("gpus")).hasSize(2);
        assertThat(document.at("/gpus/1/uuid").textValue()).startsWith("GPU-");
        assertThat(document.at("/topology/matrix/0/1").textValue()).isEqualTo("NV18");
        assertThat(document.at("/gates/0/id").textValue()).isEqualTo("LIB-1");
        assertThat(document.at("/gates/0/status").textValue()).isEqualTo("pass");
        assertThat(document.at("/gates/0/effect").textValue()).isEqualTo("none");
    }

    @Test
    void a_healthy_node_of_8_h100_passes_every_gate_that_has_data_and_shows_nv18_in_all_28_pairs() throws Exception {
        FakeNvml fake = FakeNvml.in(folder);
        FakeCuda cuda = FakeCuda.build(folder.resolve("cuda"));

        int status = probe(
                "--nvml",
                fake.library().toString(),
                "--cuda",
                cuda.library().toString(),
                "--expect",
                "h100-sxm",
                "--gpus",
                "8",
                "--json");

        assertThat(status).isEqualTo(ExitCode.OK);
        var document = Json.parse(out.toString());
        assertThat(document.get("simulated").booleanValue()).isFalse();
        assertThat(document.get("gates")).allSatisfy(gate -> {
            assertThat(gate.get("status").textValue()).isIn("pass", "skip");
            assertThat(gate.get("seen").textValue())
                    .as("a gate that skips says why")
                    .isNotBlank();
        });
        assertThat(document.get("gates"))
                .filteredOn(gate -> gate.get("status").textValue().equals("skip"))
                .extracting(gate -> gate.get("id").textValue())
                .as("what needs root, an earlier look, or --deep")
                .containsOnly("MEM-6", "NVL-5", "PCIE-2", "PERF-1");
        for (int a = 0; a < 8; a++) {
            for (int b = 0; b < 8; b++) {
                assertThat(document.at("/topology/matrix/" + a + "/" + b).textValue())
                        .isEqualTo(a == b ? "X" : "NV18");
            }
        }
    }

    @Test
    void a_node_that_is_not_what_was_expected_gives_1_with_what_was_expected_and_seen() {
        FakeNvml fake =
                FakeNvml.in(folder).show(FakeNode.healthy().with("gpus", 7).gpu(3, "name", "NVIDIA H100 PCIe"));

        int status = probe("--nvml", fake.library().toString(), "--expect", "h100-sxm", "--gpus", "8");

        assertThat(status).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).containsPattern("INV-1 +8 GPUs +7 GPUs").contains("NVIDIA H100 PCIe");
    }

    @Test
    void a_recorded_node_is_shown_again_to_the_byte_with_all_its_faults() throws IOException {
        String library = FakeNvml.in(folder)
                .show(FakeNode.healthy()
                        .gpu(2, "lost", 1)
                        .gpu(3, "ecc.uncorrected.volatile.dram", 2)
                        .gpu(5, "pcie.width", 8)
                        .process(6, 4711, "compute", 900)
                        .with("clock.memory", "return 3"))
                .library()
                .toString();
        String recorded = folder.resolve("recorded").toString();

        int live = probe("--nvml", library, "--expect", "h100-sxm", "--gpus", "8", "--json", "--record", recorded);
        String liveJson = out.toString();
        out.getBuffer().setLength(0);
        int replayed = probe("--replay", recorded, "--expect", "h100-sxm", "--gpus", "8", "--json");

        assertThat(live).isEqualTo(ExitCode.FAILED);
        assertThat(replayed).isEqualTo(live);
        assertThat(liveJson).contains("GPU_IS_LOST", "4711");
        assertThat(out.toString()).isEqualTo(liveJson);
        assertThat(err.toString()).contains("recording to", "replayed from").doesNotContain("cut off");
    }

    @Test
    void a_node_without_a_driver_is_recorded_as_one() {
        String none = folder.resolve("libnone.so").toString();
        String recorded = folder.resolve("recorded").toString();

        assertThat(probe("--nvml", none, "--record", recorded)).isEqualTo(ExitCode.FAILED);
        String said = err.toString();
        err.getBuffer().setLength(0);

        assertThat(probe("--replay", recorded)).isEqualTo(ExitCode.FAILED);
        assertThat(said).contains("NVML does not load");
        assertThat(afterFirstLine(err.toString())).isEqualTo(afterFirstLine(said));
    }

    private static String afterFirstLine(String text) {
        return text.substring(text.indexOf('\n') + 1);
    }

    @Test
    void replaying_what_is_no_recording_and_recording_over_files_give_2() {
        assertThat(probe("--replay", folder.resolve("nothing").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("it has no recording.json");

        FakeNvml.in(folder);
        assertThat(probe("--record", folder.toString(), "--simulate", "h100-sxm"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("name a new one").contains("--record is for a real node");
    }

    @Test
    void no_driver_gives_1_with_what_was_tried_seen_and_next() throws IOException {
        Path library = folder.resolve("libnvidia-ml.so.1");

        assertThat(probe("--nvml", library.toString(), "--json")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString())
                .contains("tried: " + library)
                .contains("seen:")
                .contains("next:");
        var document = Json.parse(out.toString());
        assertThat(document.get("gpus").isNull()).isTrue();
        assertThat(document.at("/gates/0/status").textValue()).isEqualTo("fail");
    }

    @Test
    void cuda_devices_are_named_by_nvmls_numbers_whatever_their_order() throws Exception {
        FakeNvml fake = FakeNvml.in(folder);
        FakeCuda cuda = FakeCuda.build(folder.resolve("cuda")).script("devices = 8", "order = reversed");

        int status = probe(
                "--nvml", fake.library().toString(), "--cuda", cuda.library().toString());

        assertThat(status).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("CUDA 0 is GPU 7").contains("peer access between all pairs");
    }

    @Test
    void deep_measures_every_gpu_and_pair_and_nvmls_clock_meanwhile() throws Exception {
        FakeNvml fake =
                FakeNvml.in(folder).show(FakeNode.healthy().with("gpus", 2).with("clock.sm", 1740));
        FakeCuda cuda = FakeCuda.build(folder.resolve("cuda"))
                .script("devices = 2", "order = reversed", "call.cuLaunchKernel = delay 30");

        int status = probe(
                "--nvml", fake.library().toString(), "--cuda", cuda.library().toString(), "--deep", "--json");

        assertThat(status).isEqualTo(ExitCode.OK);
        var deep = Json.parse(out.toString()).at("/cuda/deep");
        assertThat(deep.at("/devices")).hasSize(2).allSatisfy(speed -> {
            assertThat(speed.at("/hostToDevice/medianGBps").doubleValue()).isGreaterThan(0);
            assertThat(speed.at("/hostToDevice/repeats").intValue()).isEqualTo(10);
            assertThat(speed.at("/fma/medianSmMhz").doubleValue()).isGreaterThan(0);
            assertThat(speed.at("/watchedClock/leastSmMhz").intValue()).isEqualTo(1740);
            assertThat(speed.at("/watchedClock/samples").intValue()).isPositive();
        });
        assertThat(deep.at("/peers")).hasSize(2);
    }

    @Test
    void a_cuda_driver_that_fails_is_a_gate_that_fails_and_no_end_of_the_probe() throws Exception {
        FakeNvml fake = FakeNvml.in(folder);
        FakeCuda cuda = FakeCuda.build(folder.resolve("cuda")).script("call.cuInit = crash");

        int status = probe(
                "--nvml", fake.library().toString(), "--cuda", cuda.library().toString());

        assertThat(status).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString())
                .contains("CUDA fails: the process ended by signal 11")
                .contains("LIB-3");
    }

    @Test
    void no_cuda_asks_no_cuda() throws Exception {
        FakeNvml fake = FakeNvml.in(folder);

        int status = probe("--nvml", fake.library().toString(), "--no-cuda", "--json");

        assertThat(status).isEqualTo(ExitCode.OK);
        var document = Json.parse(out.toString());
        assertThat(document.get("cuda").isNull()).isTrue();
        assertThat(document.at("/absent/cuda").textValue()).isEqualTo("--no-cuda was given");
    }

    @Test
    void a_simulated_node_has_no_cuda_and_takes_no_option_of_it() throws IOException {
        assertThat(probe("--simulate", "h100-sxm", "--json")).isEqualTo(ExitCode.OK);
        assertThat(Json.parse(out.toString()).at("/absent/cuda").textValue()).isEqualTo("simulated");

        assertThat(probe("--simulate", "h100-sxm", "--deep")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--simulate asks no CUDA driver");

        assertThat(probe("--no-cuda", "--deep")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--no-cuda asks no CUDA driver");
    }

    @Test
    void every_mistake_is_told_at_once_and_gives_2() {
        int status = probe("--expect", "h100", "--simulate", "b200", "--gpus", "0", "--nvml", "/x");

        assertThat(status).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("--expect: there is no hardware profile \"h100\"")
                .contains("--simulate: there is no simulated \"b200\"")
                .contains("--gpus is at least 1")
                .contains("leave out --nvml");
    }

    @Test
    void help_shows_an_example() {
        assertThat(probe("--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("servedyno probe --expect h100-sxm --gpus 8")
                .contains("Exit codes:");
    }
}
