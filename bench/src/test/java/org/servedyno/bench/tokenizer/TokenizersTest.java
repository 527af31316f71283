package org.servedyno.bench.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizersTest {
    @TempDir
    private Path folder;

    private Path words() throws IOException {
        Path file = folder.resolve("tokenizer.json");
        try (InputStream in = getClass().getResourceAsStream("/tokenizer/words.json")) {
            Files.copy(Objects.requireNonNull(in), file);
        }
        return file;
    }

    @Test
    void o200k_needs_no_file() throws TokenizerUnavailableException {
        try (Tokenizer tokenizer = Tokenizers.open("o200k")) {
            assertThat(tokenizer.name()).isEqualTo("o200k");
            assertThat(tokenizer.encode("hello world")).containsExactly(24912, 2375);
        }
        assertThat(Tokenizers.problem("o200k")).isEmpty();
    }

    @Test
    void a_tokenizer_json_is_used_with_truncation_and_padding_off() throws Exception {
        try (Tokenizer tokenizer = Tokenizers.open(words().toString())) {
            assertThat(tokenizer.encode("one two three four five")).containsExactly(2, 3, 4, 5, 6);
            assertThat(tokenizer.encode("one")).containsExactly(2);
        }
    }

    @Test
    void special_tokens_are_added_only_by_the_defaults() throws Exception {
        try (Tokenizer tokenizer = Tokenizers.open(words().toString())) {
            assertThat(tokenizer.specialTokensToAdd()).isEqualTo(1);
            assertThat(tokenizer.encodeWithDefaults("one two")).containsExactly(8, 2, 3);
            assertThat(tokenizer.count("one two")).isEqualTo(3);
            assertThat(tokenizer.encode("one <turn> two")).containsExactly(2, 9, 3);
            assertThat(tokenizer.decode(new int[] {8, 2, 9})).contains("<s>", "one", "<turn>");
        }
    }

    @Test
    void the_base_vocabulary_leaves_added_tokens_out() throws Exception {
        try (Tokenizer tokenizer = Tokenizers.open(folderOf(words()))) {
            assertThat(tokenizer.vocabSize()).isEqualTo(8);
            assertThat(tokenizer.name()).endsWith("tokenizer.json");
            assertThat(tokenizer.sha256()).matches("[0-9a-f]{64}");
        }
    }

    private static String folderOf(Path file) {
        return Objects.requireNonNull(file.getParent()).toString();
    }

    @Test
    void a_name_nobody_knows_says_what_was_looked_for() {
        assertThatThrownBy(() -> Tokenizers.open("Qwen/Qwen3-14B"))
                .isInstanceOf(TokenizerUnavailableException.class)
                .hasMessageContaining("no tokenizer 'Qwen/Qwen3-14B'")
                .hasMessageContaining(Path.of("Qwen/Qwen3-14B").toAbsolutePath().toString())
                .hasMessageContaining("tokenizer.json")
                .hasMessageContaining("o200k");
        assertThat(Tokenizers.problem("Qwen/Qwen3-14B"))
                .hasValueSatisfying(p -> assertThat(p).contains("not downloaded"));
    }

    @Test
    void a_near_miss_of_the_bundled_name_is_asked_about() {
        assertThatThrownBy(() -> Tokenizers.open("o200k_base")).hasMessageContaining("Did you mean o200k?");
        assertThatThrownBy(() -> Tokenizers.open("O200K")).hasMessageContaining("Did you mean o200k?");
        assertThatThrownBy(() -> Tokenizers.open(" ")).hasMessageContaining("empty");
    }

    @Test
    void a_folder_without_a_tokenizer_json_says_so() {
        assertThatThrownBy(() -> Tokenizers.open(folder.toString()))
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("holds no tokenizer.json");
    }

    @Test
    void a_file_that_is_no_tokenizer_is_refused() throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, "{\"model\": {\"hidden_size\": 1}}");
        assertThatThrownBy(() -> Tokenizers.open(file.toString())).hasMessageContaining("model.vocab");
        Files.writeString(file, "{\"model\": {\"vocab\": {\"a\": ");
        assertThatThrownBy(() -> Tokenizers.open(file.toString())).hasMessageContaining("can't be opened");
        Files.writeString(file, "{\"model\": {\"type\": \"Nobody\", \"vocab\": {\"a\": 0}}}");
        assertThatThrownBy(() -> Tokenizers.open(file.toString())).hasMessageContaining("can't be opened");
    }

    @Test
    void the_cache_folder_follows_the_environment() {
        assertThat(NativeTokenizerHome.cache(Map.of("SERVEDYNO_CACHE", "/c", "XDG_CACHE_HOME", "/x")))
                .isEqualTo(Path.of("/c"));
        assertThat(NativeTokenizerHome.cache(Map.of("XDG_CACHE_HOME", "/x"))).isEqualTo(Path.of("/x/servedyno"));
        assertThat(NativeTokenizerHome.cache(Map.of("SERVEDYNO_CACHE", "")))
                .isEqualTo(Path.of(System.getProperty("user.home"), ".cache", "servedyno"));
    }
}
