package org.servedyno.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedRequestSetTest {
    @TempDir
    private Path folder;

    private static RequestSet set() {
        return RequestSet.of(
                List.of(
                        new WorkloadRequest("benchmark-serving0", "line\nbreak, \"quotes\" and 😀 \u2028", 9, 4, 0),
                        new WorkloadRequest("benchmark-serving1", "", 0, 1, 1_500_000_000L)),
                "o200k",
                "0".repeat(64),
                List.of("Drawn a second time."));
    }

    private Path written() throws Exception {
        Path file = folder.resolve("short.jsonl");
        SealedRequestSet.write(file, set(), true);
        return file;
    }

    @Test
    void what_was_written_comes_back() throws Exception {
        assertThat(SealedRequestSet.read(written())).isEqualTo(set());
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void the_header_line_says_what_is_sealed() throws Exception {
        String header = Files.readAllLines(written()).get(0);
        assertThat(header)
                .startsWith("{\"schemaVersion\":1,\"simulated\":true,")
                .contains("\"requests\":2", "\"promptTokens\":9", "\"outputTokens\":5", "\"tokenizer\":\"o200k\"");
    }

    @Test
    void the_prompts_digest_is_over_each_prompt_and_one_zero_byte() throws Exception {
        String all = set().requests().get(0).prompt() + "\0" + "\0";
        byte[] expected = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
        assertThat(set().sha256()).isEqualTo(HexFormat.of().formatHex(expected));
    }

    @Test
    void a_changed_prompt_length_or_arrival_breaks_the_seal() throws Exception {
        Path file = written();
        String text = Files.readString(file);
        for (String[] change : new String[][] {
            {"quotes", "quotas"},
            {"\"promptTokens\":9,\"outputTokens\":4", "\"promptTokens\":9,\"outputTokens\":5"},
            {"1500000000", "1500000001"}
        }) {
            String changed = text.replace(change[0], change[1]);
            assertThat(changed).isNotEqualTo(text);
            Files.writeString(file, changed);
            assertThatThrownBy(() -> SealedRequestSet.read(file))
                    .isInstanceOf(WorkloadException.class)
                    .hasMessageContaining("was changed after it was sealed");
        }
    }

    @Test
    void a_file_cut_at_any_byte_is_refused() throws Exception {
        byte[] whole = Files.readAllBytes(written());
        Path cut = folder.resolve("cut.jsonl");
        for (int length = 0; length < whole.length - 1; length++) {
            Files.write(cut, java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> SealedRequestSet.read(cut))
                    .as("cut at byte %d", length)
                    .isInstanceOf(Exception.class);
        }
    }

    @Test
    void other_files_are_refused_by_line() throws Exception {
        Path file = folder.resolve("other.jsonl");
        Files.writeString(file, "{\"prompt\": \"x\"}\n");
        assertThatThrownBy(() -> SealedRequestSet.read(file)).hasMessageContaining("line 1");
        String sealed = Files.readString(written());
        Files.writeString(file, sealed.replace("\"schemaVersion\":1", "\"schemaVersion\":9"));
        assertThatThrownBy(() -> SealedRequestSet.read(file)).hasMessageContaining("schema version 9");
        Files.writeString(file, sealed + "{}\n");
        assertThatThrownBy(() -> SealedRequestSet.read(file)).hasMessageContaining("goes on");
    }

    @Test
    void any_set_survives_the_file() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            List<WorkloadRequest> requests = new ArrayList<>();
            for (int i = 0; i < random.nextInt(20); i++) {
                StringBuilder text = new StringBuilder();
                random.ints(20, 0, 0xD800).forEach(text::appendCodePoint);
                random.ints(3, 0x10000, 0x110000).forEach(text::appendCodePoint);
                requests.add(new WorkloadRequest("r" + i, text.toString(), random.nextInt(), 7, random.nextLong()));
            }
            RequestSet set = RequestSet.of(requests, "t", "d", List.of());
            Path file = folder.resolve("any.jsonl");
            SealedRequestSet.write(file, set, false);
            assertThat(SealedRequestSet.read(file)).as("seed %d", seed).isEqualTo(set);
        }
    }
}
