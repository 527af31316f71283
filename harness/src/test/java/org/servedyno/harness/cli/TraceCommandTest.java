package org.servedyno.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.stream.GpuTrace;
import org.servedyno.results.store.stream.GpuTraceCsv;
import org.servedyno.results.store.stream.GpuTraceEnd;
import org.servedyno.results.store.stream.GpuTraceHeader;
import org.servedyno.results.store.stream.GpuTraceWriter;

class TraceCommandTest {
    private static final ClockAnchor ANCHOR = new ClockAnchor(Instant.parse("2026-12-01T01:02:03Z"), 0, 5);
    private static final RecorderCost COST = new RecorderCost(
            601,
            1202,
            2,
            1_000_000,
            9_000_000,
            100_000,
            1_200_000,
            4_300_000,
            Reading.of(600_000_000L),
            Reading.of(780_000_000L),
            60_000_000_000L);

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int trace(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "trace";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Main.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
                .execute(all);
    }

    /** Two GPUs at work for a minute: one in good health, one without activity counters that is lost in the end. */
    private Path recorded() throws IOException {
        Path file = folder.resolve("gpu.ndjson.gz");
        GpuTraceHeader header = new GpuTraceHeader(
                false,
                "nvml /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.550.54.15",
                Reading.of("550.54.15"),
                100,
                List.of(
                        new GpuTraceHeader.Gpu(0, "GPU-a", Reading.of("NVIDIA H100 80GB HBM3"), Reading.of(true)),
                        new GpuTraceHeader.Gpu(1, "GPU-b", Reading.of("NVIDIA H100 80GB HBM3"), Reading.of(false))),
                ANCHOR,
                Map.of());
        try (GpuTraceWriter writer = GpuTraceWriter.create(file, header)) {
            for (int second = 0; second <= 60; second++) {
                GpuSample.Builder first = sample(second, 0)
                        .smActivePercent(Reading.of(71.25))
                        .tensorActivePercent(Reading.of(35.0))
                        .dramActivePercent(Reading.of(60.5));
                writer.write(
                        second > 40
                                ? List.of(first.build())
                                : List.of(first.build(), sample(second, 1).build()));
            }
            writer.events(List.of(
                    new GpuEvent(40_500_000_000L, OptionalInt.of(1), GpuEvent.Kind.XID, OptionalLong.of(79), "Xid 79"),
                    new GpuEvent(
                            40_600_000_000L,
                            OptionalInt.of(1),
                            GpuEvent.Kind.LOST,
                            OptionalLong.empty(),
                            "the driver says that the GPU is lost (NVML_ERROR_GPU_IS_LOST)")));
            writer.end(new GpuTraceEnd(ANCHOR, COST));
        }
        return file;
    }

    private static GpuSample.Builder sample(int second, int gpu) {
        return GpuSample.of(second * 1_000_000_000L, gpu, "NVML_ERROR_NOT_SUPPORTED")
                .utilizationPercent(Reading.of(second == 0 ? 0.0 : 100.0))
                .memoryUsedMiB(Reading.of(71_034.0))
                .powerWatts(Reading.of(500.0 + second))
                .energyJoules(Reading.of(5e9 + second * 530.0))
                .temperatureC(Reading.of(60 + second / 10))
                .smMhz(Reading.of(second % 2 == 0 ? 1980 : 1755))
                .eventReasons(Reading.of(second % 2 == 0 ? 0L : 0x4 | (second > 30 ? 0x20 : 0)));
    }

    @Test
    void a_trace_is_summed_up_in_80_columns() throws IOException {
        assertThat(trace("--from", recorded().toString())).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(out).hasToString("""
                Trace      2 GPUs, 60.0 s, a look every 100 ms, nvml
                           /usr/lib/x86_64-linux-gnu/libnvidia-ml.so.550.54.15
                GPU  util         SM tensor  DRAM  memory power          energy temp    SM clock
                        %  max     %      %     % max MiB     W   max         J  max   MHz   min
                0    98.4  100  71.3   35.0  60.5   71034   530   560     31800   66  1869  1755
                1    97.6  100     -      -     -   71034   520   540     21200   64  1870  1755
                -          SM, tensor, DRAM: NVML_ERROR_NOT_SUPPORTED
                Throttled  GPU 0: SwPowerCap 49.2 %, SwThermalSlowdown 24.6 %
                Throttled  GPU 1: SwPowerCap 48.8 %, SwThermalSlowdown 12.2 %
                Event      GPU 1: 40.5 s XID: Xid 79
                Event      GPU 1: 40.6 s LOST: the driver says that the GPU is lost
                           (NVML_ERROR_GPU_IS_LOST)
                Energy     53000 J in all, 1060 W in the mean, from the energy counters
                Recorder   601 looks, 2 missed, late by 0.1 ms (p99 1.2, max 4.3), 1.3 % of a
                           core
                Util       the share of time with a kernel resident; SM, tensor and DRAM say how
                           busy it was
                Note       GPU 1: persistence mode is off, so counters of energy and ECC begin
                           anew whenever the last client leaves
                """);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void json_holds_the_figures_with_their_units_and_what_is_absent() throws IOException {
        assertThat(trace("--from", recorded().toString(), "--format", "json")).isEqualTo(ExitCode.OK);
        JsonNode document = Json.parse(out.toString());

        assertThat(document.path("simulated").booleanValue()).isFalse();
        assertThat(document.path("complete").booleanValue()).isTrue();
        assertThat(document.at("/gpus/0/utilizationPercent/max").doubleValue()).isEqualTo(100);
        assertThat(document.at("/gpus/0/energy/source").asText()).isEqualTo("COUNTER");
        assertThat(document.at("/gpus/0/energy/joules").doubleValue()).isEqualTo(31_800);
        assertThat(document.at("/gpus/1/smActivePercent").isNull()).isTrue();
        assertThat(document.at("/gpus/1/absent/smActivePercent").asText()).isEqualTo("NVML_ERROR_NOT_SUPPORTED");
        assertThat(document.at("/gpus/1/events/0/kind").asText()).isEqualTo("XID");
        assertThat(document.at("/cost/lateP99Ns").longValue()).isEqualTo(1_200_000);
    }

    @Test
    void csv_has_the_columns_and_a_line_a_sample() throws IOException {
        assertThat(trace("--from", recorded().toString(), "--format", "csv")).isEqualTo(ExitCode.OK);
        List<String> lines = out.toString().lines().toList();

        assertThat(lines.get(0)).isEqualTo(String.join(",", GpuTraceCsv.columns()));
        assertThat(lines).hasSize(1 + 61 + 41);
        assertThat(lines.get(1))
                .startsWith("2026-12-01T01:02:03Z,0.000000,0,GPU-a,0.0,,71034.0,500.0,5000000000,60,,1980,");
    }

    @Test
    void gpus_are_recorded_for_a_time_and_the_trace_is_kept() throws IOException {
        Path file = folder.resolve("kept.ndjson.gz");

        assertThat(trace(
                        "--simulate",
                        "h100-sxm",
                        "--gpus",
                        "3",
                        "--gpu",
                        "0,2",
                        "--hz",
                        "20",
                        "--duration",
                        "400ms",
                        "--out",
                        file.toString()))
                .isEqualTo(ExitCode.OK);

        GpuTrace kept = GpuTrace.read(file);
        assertThat(kept.complete()).isTrue();
        assertThat(kept.header().periodMs()).isEqualTo(50);
        assertThat(kept.samples()).extracting(GpuSample::gpu).containsOnly(0, 2);
        assertThat(out.toString()).startsWith("SIMULATED  2 GPUs");
    }

    @Test
    void live_csv_comes_until_the_time_is_over() {
        assertThat(trace("--simulate", "h100-sxm", "--duration", "500ms", "--format", "csv"))
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines())
                .startsWith(String.join(",", GpuTraceCsv.columns()))
                .hasSizeGreaterThan(2);
    }

    @Test
    void without_a_driver_it_says_what_was_tried_and_runs_no_command() throws IOException {
        Path library = folder.resolve("libnvidia-ml.so.1");
        Path mark = folder.resolve("ran");

        assertThat(trace("--nvml", library.toString(), "--", "touch", mark.toString()))
                .isEqualTo(ExitCode.FAILED);

        assertThat(err.toString())
                .startsWith("servedyno trace: no GPU can be recorded")
                .contains("tried: " + library, "seen:", "next:");
        assertThat(mark).doesNotExist();
    }

    @Test
    void a_gpu_that_is_not_there_is_named() {
        assertThat(trace("--simulate", "h100-sxm", "--gpus", "2", "--gpu", "1,5", "--duration", "1s"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("there is no GPU [5] here; there are [0, 1]");
    }

    @Test
    void a_command_that_is_not_there_gives_127_and_leaves_no_trace() {
        Path file = folder.resolve("none.ndjson.gz");

        assertThat(trace("--simulate", "h100-sxm", "--out", file.toString(), "no-such-command", "--flag"))
                .isEqualTo(127);
        assertThat(err.toString()).contains("no-such-command: there is no such command");
        assertThat(file).doesNotExist();
    }

    @Test
    void a_file_that_cannot_be_read_gives_1() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "no trace");

        assertThat(trace("--from", text.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("notes.txt");
    }

    @Test
    void all_that_is_wrong_is_said_at_once() throws IOException {
        Path kept = Files.createFile(folder.resolve("kept.ndjson.gz"));

        assertThat(trace(
                        "--hz",
                        "50",
                        "--gpus",
                        "2",
                        "--out",
                        kept.toString(),
                        "--duration",
                        "soon",
                        "--format",
                        "json",
                        "ls"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains(
                        "--hz is 1 to 20, not 50",
                        "--gpus is at least 1 and goes with --simulate",
                        "is there already",
                        "not soon",
                        "leave out --duration",
                        "stdout belongs to the command");
    }
}
