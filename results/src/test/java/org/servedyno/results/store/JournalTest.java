package org.servedyno.results.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final Journal.Entry FIRST =
            new Journal.Entry(Instant.parse("2026-12-01T01:02:03Z"), "study-started", Map.of("planSha256", "ab12"));
    private static final Journal.Entry SECOND =
            new Journal.Entry(Instant.parse("2026-12-01T01:02:04Z"), "trial-ended", Map.of("trial", "1-ä \"b\"-1"));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write_two_entries() throws IOException {
        file = folder.resolve("journal.ndjson");
        try (Journal journal = Journal.open(file, true)) {
            journal.append(FIRST);
            journal.append(SECOND);
        }
    }

    @Test
    void what_was_appended_is_read_back() throws IOException {
        assertThat(Journal.read(file)).containsExactly(FIRST, SECOND);
        assertThat(Files.readString(file)).startsWith("{\"schemaVersion\":1,\"simulated\":true,");
    }

    @Test
    void a_file_cut_at_any_byte_gives_the_whole_lines_before_the_cut_and_takes_new_ones() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        List<Journal.Entry> all = List.of(FIRST, SECOND);
        for (int cut = 0; cut <= whole.length; cut++) {
            byte[] kept = Arrays.copyOf(whole, cut);
            Path torn = Files.write(folder.resolve("torn.ndjson"), kept);
            long wholeLines = new String(kept, java.nio.charset.StandardCharsets.ISO_8859_1)
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            List<Journal.Entry> expected = all.subList(0, (int) Math.max(0, wholeLines - 1));

            assertThat(Journal.read(torn)).as("cut at %d", cut).isEqualTo(expected);
            try (Journal journal = Journal.open(torn, true)) {
                journal.append(SECOND);
            }
            assertThat(Journal.read(torn))
                    .as("cut at %d", cut)
                    .hasSize(expected.size() + 1)
                    .endsWith(SECOND);
            assertThat(Files.readString(torn)).as("cut at %d", cut).startsWith("{\"schemaVersion\":1");
        }
    }

    @Test
    void a_changed_line_in_the_middle_is_named_and_nothing_is_cut_off() throws IOException {
        Files.writeString(file, Files.readString(file).replace("ab12", "ab13"));

        assertThatThrownBy(() -> Journal.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 2 is damaged");
        assertThatThrownBy(() -> Journal.open(file, true)).isInstanceOf(IOException.class);
        assertThat(Files.readString(file)).contains("ab13", "trial-ended");
    }

    @Test
    void a_last_line_whose_checksum_does_not_fit_is_left_out() throws IOException {
        Files.writeString(file, Files.readString(file).replace("trial-ended", "trial-endet"));

        assertThat(Journal.read(file)).containsExactly(FIRST);
    }

    @Test
    void the_journal_of_a_run_takes_simulated_from_the_plan_beside_it() throws IOException {
        Path journal = Files.createDirectory(folder.resolve("run")).resolve("journal.ndjson");
        assertThatThrownBy(() -> Journal.open(journal)).isInstanceOf(IOException.class);
        Files.writeString(journal.resolveSibling("plan.json"), "{\"schemaVersion\":1,\"simulated\":true}");

        Journal.open(journal).close();

        assertThat(Files.readString(journal)).startsWith("{\"schemaVersion\":1,\"simulated\":true,");
    }
}
