package org.servedyno.results.store.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuEvent.Kind;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuProcess;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.RecorderCost;

class GpuTraceTest {
    private static final ClockAnchor ANCHOR = new ClockAnchor(Instant.parse("2026-12-01T01:02:03Z"), 1_000, 5);
    private static final Reading<Double> NOT_SUPPORTED = Reading.absent("NVML_ERROR_NOT_SUPPORTED");
    private static final GpuEvent XID = new GpuEvent(1_002, OptionalInt.of(1), Kind.XID, OptionalLong.of(79), "Xid 79");
    private static final GpuEvent UNWATCHED =
            new GpuEvent(1_000, OptionalInt.empty(), Kind.UNWATCHED, OptionalLong.empty(), "NVML_ERROR_NOT_SUPPORTED");
    private static final List<GpuOccupants> OCCUPANTS = List.of(
            new GpuOccupants(
                    999,
                    0,
                    Reading.of(List.of(
                            new GpuProcess(4711, "compute", Reading.of(71_000.0)),
                            new GpuProcess(12, "mps", Reading.absent("not told"))))),
            new GpuOccupants(999, 1, Reading.absent("NVML_ERROR_NO_PERMISSION")));
    private static final GpuTraceEnd END = new GpuTraceEnd(
            new ClockAnchor(Instant.parse("2026-12-01T01:02:04Z"), 1_000_001_000, 7),
            new RecorderCost(5, 10, 1, 200, 900, 60, 400, 800, Reading.of(4L), Reading.absent("not told"), 1_000));

    @TempDir
    private Path folder;

    private static GpuSample sample(int i, int gpu, Reading<Double> smActive) {
        return GpuSample.of(1_000L + i, gpu, "not set")
                .utilizationPercent(Reading.of(i * 0.5))
                .memoryUsedMiB(Reading.of(1024.0))
                .powerWatts(i % 3 == 0 ? Reading.absent("NVML_ERROR_TIMEOUT") : Reading.of(310.25))
                .energyJoules(Reading.of(1e6 + i))
                .temperatureC(Reading.of(40 + i))
                .smMhz(Reading.of(1980))
                .memoryMhz(Reading.of(2619))
                .eventReasons(Reading.of(1L << 40))
                .smActivePercent(smActive)
                .tensorActivePercent(NOT_SUPPORTED)
                .dramActivePercent(NOT_SUPPORTED)
                .pcieTxMiBps(NOT_SUPPORTED)
                .pcieRxMiBps(NOT_SUPPORTED)
                .lateNs(i)
                .build();
    }

    private static List<List<GpuSample>> looks() {
        List<List<GpuSample>> looks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Reading<Double> smActive = i < 2 ? NOT_SUPPORTED : Reading.of(12.5);
            looks.add(List.of(sample(i, 0, smActive), sample(i, 1, smActive)));
        }
        return looks;
    }

    private static GpuTraceHeader header() {
        return new GpuTraceHeader(
                true,
                "sim",
                Reading.absent("simulated"),
                100,
                List.of(
                        new GpuTraceHeader.Gpu(0, "GPU-a", Reading.of("NVIDIA H100 80GB HBM3"), Reading.of(true)),
                        new GpuTraceHeader.Gpu(1, "GPU-b", Reading.absent("lost"), Reading.absent("lost"))),
                ANCHOR,
                GpuTraceHeader.absentThroughout(looks().get(0)));
    }

    /** Header, two of occupants, two samples, an event, eight samples, an event, the end. */
    private Path trace() throws IOException {
        Path file = folder.resolve("gpu.ndjson.gz");
        try (GpuTraceWriter writer = GpuTraceWriter.create(file, header())) {
            writer.occupants(OCCUPANTS);
            for (List<GpuSample> look : looks()) {
                writer.write(look);
                if (look.get(0).monotonicNs() == ANCHOR.monotonicNs()) {
                    writer.events(List.of(UNWATCHED));
                }
            }
            writer.events(List.of(XID));
            writer.end(END);
        }
        return file;
    }

    private Path file(List<String> lines) throws IOException {
        Path file = folder.resolve("lines.ndjson.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            for (String line : lines) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    @Test
    void a_trace_comes_back_with_the_reasons_of_what_is_absent() throws IOException {
        GpuTrace trace = GpuTrace.read(trace());

        assertThat(trace.header()).isEqualTo(header());
        assertThat(trace.samples())
                .isEqualTo(looks().stream().flatMap(List::stream).toList());
        assertThat(trace.events()).containsExactly(UNWATCHED, XID);
        assertThat(trace.occupants()).isEqualTo(OCCUPANTS);
        assertThat(trace.end()).contains(END);
        assertThat(trace.complete()).isTrue();
        assertThat(trace.unknownLines()).isZero();
        assertThat(trace.header().absent())
                .containsEntry("pcieTxMiBps", "NVML_ERROR_NOT_SUPPORTED")
                .containsKey("smActivePercent");
    }

    @Test
    void a_line_holds_the_agreed_keys_and_leaves_out_what_the_header_explains() throws IOException {
        List<String> lines = GzipLines.read(trace()).lines();

        assertThat(lines.get(0))
                .startsWith("{\"schemaVersion\":1,\"simulated\":true,\"source\":\"sim\",")
                .contains("\"fields\":{\"t\":");
        assertThat(lines.get(1))
                .isEqualTo("{\"line\":\"occupants\",\"t\":999,\"gpu\":0,\"processes\":["
                        + "{\"pid\":4711,\"kind\":\"compute\",\"usedMiB\":71000.0},"
                        + "{\"pid\":12,\"kind\":\"mps\",\"usedMiB\":null,\"absent\":{\"usedMiB\":\"not told\"}}]}");
        assertThat(lines.get(2))
                .isEqualTo("{\"line\":\"occupants\",\"t\":999,\"gpu\":1,\"processes\":null,"
                        + "\"absent\":{\"processes\":\"NVML_ERROR_NO_PERMISSION\"}}");
        assertThat(lines.get(5))
                .isEqualTo("{\"line\":\"event\",\"t\":1000,\"gpu\":null,\"kind\":\"UNWATCHED\",\"data\":null,"
                        + "\"detail\":\"NVML_ERROR_NOT_SUPPORTED\"}");
        assertThat(lines.get(6))
                .isEqualTo(
                        "{\"t\":1001,\"gpu\":0,\"utilizationPercent\":0.5,\"memoryUsedMiB\":1024.0,\"powerWatts\":310.25,"
                                + "\"energyJoules\":1000001.0,\"temperatureC\":41,\"smMhz\":1980,\"memoryMhz\":2619,"
                                + "\"eventReasons\":1099511627776,\"lateNs\":1}");
        assertThat(lines.get(lines.size() - 1))
                .startsWith(
                        "{\"line\":\"end\",\"anchor\":{\"wall\":\"2026-12-01T01:02:04Z\",\"monotonicNs\":1000001000,")
                .contains("\"cost\":{\"looks\":5,\"samples\":10,\"missed\":1,")
                .contains(
                        "\"lateP99Ns\":400,", "\"cpuNs\":null,\"elapsedNs\":1000,\"absent\":{\"cpuNs\":\"not told\"}");
    }

    @Test
    void a_trace_cut_at_any_byte_gives_a_prefix_of_its_lines() throws IOException {
        Path file = trace();
        GpuTrace all = GpuTrace.read(file);
        byte[] whole = Files.readAllBytes(file);
        Path torn = folder.resolve("torn.ndjson.gz");
        int readable = 0;
        int longest = 0;
        for (int cut = 0; cut < whole.length; cut++) {
            Files.write(torn, Arrays.copyOf(whole, cut));
            try {
                GpuTrace trace = GpuTrace.read(torn);
                readable++;
                assertPrefix(cut, trace.samples(), all.samples());
                assertPrefix(cut, trace.events(), all.events());
                assertPrefix(cut, trace.occupants(), all.occupants());
                int lines = trace.samples().size() + trace.events().size();
                assertThat(lines)
                        .as("cut at %d: more bytes, no fewer lines", cut)
                        .isGreaterThanOrEqualTo(longest);
                longest = lines;
                if (trace.complete()) {
                    assertThat(lines)
                            .as("cut at %d: nothing follows the end", cut)
                            .isEqualTo(12);
                }
            } catch (IOException e) {
                assertThat(e).as("cut at %d", cut).hasMessageContaining("before its header");
                assertThat(readable)
                        .as("cut at %d: once readable, always readable", cut)
                        .isZero();
            }
        }
        assertThat(readable).isPositive();
    }

    private static <T> void assertPrefix(int cut, List<T> part, List<T> all) {
        assertThat(part).as("cut at %d", cut).isEqualTo(all.subList(0, part.size()));
    }

    @Test
    void an_event_is_in_the_file_as_soon_as_it_is_written() throws IOException {
        Path file = folder.resolve("gpu.ndjson.gz");
        try (GpuTraceWriter writer = GpuTraceWriter.create(file, header())) {
            writer.write(looks().get(0));
            writer.events(List.of(XID));

            GpuTrace soFar = GpuTrace.read(file);
            assertThat(soFar.events()).containsExactly(XID);
            assertThat(soFar.samples()).isEqualTo(looks().get(0));
            assertThat(soFar.complete()).isFalse();
        }
    }

    @Test
    void samples_are_in_the_file_once_the_last_flush_is_half_a_second_old() throws Exception {
        Path file = folder.resolve("gpu.ndjson.gz");
        try (GpuTraceWriter writer = GpuTraceWriter.create(file, header())) {
            writer.write(looks().get(0));
            TimeUnit.MILLISECONDS.sleep(510);
            writer.write(looks().get(1));

            assertThat(GpuTrace.read(file).samples())
                    .isEqualTo(looks().stream().limit(2).flatMap(List::stream).toList());
        }
    }

    @Test
    void lines_and_kinds_of_events_that_a_later_build_has_added_do_no_harm() throws IOException {
        List<String> lines = new ArrayList<>(GzipLines.read(trace()).lines());
        lines.add(1, "{\"line\":\"fanSpeeds\",\"t\":5,\"rpm\":[1,2]}");
        lines.add(2, "{\"line\":\"event\",\"t\":5,\"gpu\":0,\"kind\":\"MELTED\",\"data\":null,\"detail\":\"drip\"}");

        GpuTrace trace = GpuTrace.read(file(lines));

        assertThat(trace.unknownLines()).isEqualTo(1);
        assertThat(trace.samples()).hasSize(10);
        assertThat(trace.events())
                .contains(new GpuEvent(5, OptionalInt.of(0), Kind.OTHER, OptionalLong.empty(), "MELTED: drip"));
    }

    @Test
    void a_file_that_is_no_trace_is_refused_with_its_name() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> GpuTrace.read(file(List.of("not JSON"))))
                .withMessageContaining("lines.ndjson.gz is no GPU trace");
        assertThatIOException()
                .isThrownBy(() -> GpuTrace.read(file(List.of("{\"schemaVersion\":1,\"simulated\":true}"))))
                .withMessageContaining("lines.ndjson.gz is no GPU trace");
    }
}
