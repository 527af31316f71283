package org.servedyno.results.store.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.RequestRecord;

class StreamFilesTest {
    private static final ClockAnchor ANCHOR = new ClockAnchor(Instant.parse("2026-12-01T01:02:03Z"), 1_000, 5);

    @TempDir
    Path folder;

    @Test
    void a_flushed_file_is_readable_while_its_writer_still_holds_it() throws IOException {
        Path file = folder.resolve("open.ndjson.gz");
        try (GzipLines.Writer out = new GzipLines.Writer(file)) {
            out.line("first");
            out.flush();
            out.line("second");

            assertThat(GzipLines.read(file)).isEqualTo(new GzipLines.Content(List.of("first"), false));
        }
        assertThat(GzipLines.read(file)).isEqualTo(new GzipLines.Content(List.of("first", "second"), true));
    }

    private static RequestRecord request(Random random, int i) {
        long[] timesNs = new long[random.nextInt(6)];
        int[] tokens = new int[timesNs.length];
        long atNs = 5_000_000_000L + random.nextInt(1_000_000);
        for (int k = 0; k < timesNs.length; k++) {
            timesNs[k] = atNs;
            tokens[k] = 1 + random.nextInt(3);
            atNs += random.nextInt(1_000_000);
        }
        boolean known = random.nextBoolean();
        return new RequestRecord(
                "cmpl-ü" + i,
                random.nextLong(),
                random.nextBoolean() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
                random.nextBoolean() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
                random.nextBoolean() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
                known ? ContentEvents.of(timesNs, tokens) : ContentEvents.of(timesNs),
                atNs,
                random.nextInt(5000),
                random.nextBoolean() ? OptionalInt.of(random.nextInt(100)) : OptionalInt.empty(),
                "usage",
                random.nextBoolean() ? Optional.of("length") : Optional.empty(),
                random.nextBoolean() ? RequestRecord.SUCCESS : "http-500");
    }

    private Path requestLog(List<RequestRecord> records) throws IOException {
        Path file = folder.resolve("requests.ndjson.gz");
        try (RequestLogWriter writer = RequestLogWriter.create(file, false, ANCHOR)) {
            for (RequestRecord record : records) {
                writer.write(record);
            }
        }
        return file;
    }

    @Test
    void requests_come_back_and_a_log_cut_at_any_byte_gives_a_prefix_of_them() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<RequestRecord> records = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            records.add(request(random, i));
        }
        Path file = requestLog(records);
        byte[] whole = Files.readAllBytes(file);

        assertThat(RequestLog.read(file)).as("seed %d", seed).isEqualTo(new RequestLog(false, records, true));
        Path torn = folder.resolve("torn.ndjson.gz");
        for (int cut = 0; cut < whole.length; cut++) {
            Files.write(torn, Arrays.copyOf(whole, cut));
            try {
                RequestLog log = RequestLog.read(torn);
                assertThat(log.records())
                        .as("seed %d, cut at %d", seed, cut)
                        .isEqualTo(records.subList(0, log.records().size()));
                assertThat(log.complete()).as("seed %d, cut at %d", seed, cut).isFalse();
            } catch (IOException e) {
                assertThat(e).as("seed %d, cut at %d", seed, cut).hasMessageContaining("before its header");
            }
        }
    }

    @Test
    void a_request_line_holds_the_agreed_keys_with_content_times_as_deltas() throws IOException {
        RequestRecord record = new RequestRecord(
                "r-1",
                1,
                OptionalLong.empty(),
                OptionalLong.of(2),
                OptionalLong.of(3),
                ContentEvents.of(new long[] {10, 14, 20}),
                21,
                128,
                OptionalInt.of(4),
                "usage",
                Optional.of("length"),
                "ok");

        assertThat(GzipLines.read(requestLog(List.of(record))).lines().get(1))
                .isEqualTo("{\"id\":\"r-1\",\"intendedNs\":1,\"connectNs\":null,\"sentNs\":2,\"firstByteNs\":3,"
                        + "\"firstContentNs\":10,\"contentNs\":[0,4,6],\"contentTokens\":null,\"endNs\":21,"
                        + "\"promptTokens\":128,\"outputTokens\":4,\"tokenSource\":\"usage\",\"finishReason\":\"length\","
                        + "\"outcome\":\"ok\"}");
    }

    @Test
    void a_stream_of_a_newer_build_is_refused() throws IOException {
        Path file = folder.resolve("gpu.ndjson.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("{\"schemaVersion\":9}\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThatThrownBy(() -> GpuTrace.read(file)).hasMessageContaining("newer servedyno");
        assertThatThrownBy(() -> RequestLog.read(file)).hasMessageContaining("newer servedyno");
    }

    @Test
    void a_latency_log_says_what_it_is_and_holds_successes_alone() throws IOException {
        RequestRecord ok = new RequestRecord(
                "r",
                0,
                OptionalLong.empty(),
                OptionalLong.of(0),
                OptionalLong.of(1),
                ContentEvents.of(new long[] {10_000_000, 14_000_000}),
                15_000_000,
                1,
                OptionalInt.of(2),
                "usage",
                Optional.empty(),
                RequestRecord.SUCCESS);
        RequestRecord failed = new RequestRecord(
                "f",
                0,
                OptionalLong.empty(),
                OptionalLong.of(0),
                OptionalLong.of(1),
                ContentEvents.of(new long[] {99_000_000}),
                99_000_000,
                1,
                OptionalInt.of(1),
                "usage",
                Optional.empty(),
                "partial");
        Path file = folder.resolve("latency.hlog");

        LatencyLog.write(file, true, List.of(ok, failed), ANCHOR, 20_000_000);

        assertThat(Files.readString(file)).startsWith("#[schemaVersion: 1]\n#[simulated: true, SIMULATED]\n");
        var byTag = LatencyLog.read(file);
        assertThat(byTag).containsOnlyKeys("ttft", "e2el", "chunk-gap");
        assertThat(byTag.values()).extracting(Histogram::getTotalCount).containsOnly(1L);
        Histogram ttft = Objects.requireNonNull(byTag.get("ttft"));
        assertThat(ttft.valuesAreEquivalent(ttft.getMaxValue(), 10_000)).isTrue();
    }
}
