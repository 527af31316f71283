package org.servedyno.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.Tokenizers;

class ShareGptTest {
    private static final String GOOD = """
            [
              {"id": "a", "conversations": [{"from": "human", "value": "Why is the sky blue at noon?"},
                {"value": "Because air scatters short waves more.", "from": "gpt", "extra": {"deep": [1, 2]}}, {"value": "Thanks"}]},
              {"id": "short prompt", "conversations": [{"value": "Hi"}, {"value": "Hello, what can I do for you today?"}]},
              {"id": "short answer", "conversations": [{"value": "Is seven a prime number, yes or no?"}, {"value": "Yes"}]},
              {"id": "one turn", "conversations": [{"value": "Nobody answers this one, ever."}]},
              {"id": "no conversation"},
              {"conversations": [{"value": "Ünïcödé: 你好, can you read this \\u00e9 and 😀?"}, {"value": "Yes, I read all of it."}], "id": "b"}
            ]
            """;

    private static Tokenizer tokenizer;

    @TempDir
    private Path folder;

    @BeforeAll
    static void openTokenizer() throws Exception {
        tokenizer = Tokenizers.open(Tokenizers.BUNDLED);
    }

    private RequestSet build(String json, int prompts) throws IOException, WorkloadException {
        return build(json, prompts, OptionalInt.empty());
    }

    private RequestSet build(String json, int prompts, OptionalInt outputTokens) throws IOException, WorkloadException {
        Path file = folder.resolve("conversations.json");
        Files.writeString(file, json);
        return RequestSets.build(Workloads.shareGpt(file.toString(), prompts, outputTokens), tokenizer);
    }

    @Test
    void the_first_turn_is_the_prompt_and_the_second_sets_the_output_length() throws Exception {
        RequestSet set = build(GOOD, 2);
        assertThat(set.requests())
                .extracting(WorkloadRequest::prompt)
                .containsExactlyInAnyOrder("Why is the sky blue at noon?", "Ünïcödé: 你好, can you read this é and 😀?");
        WorkloadRequest sky = set.requests().stream()
                .filter(r -> r.prompt().startsWith("Why"))
                .findFirst()
                .orElseThrow();
        assertThat(sky.promptTokens()).isEqualTo(tokenizer.count("Why is the sky blue at noon?"));
        assertThat(sky.outputTokens()).isEqualTo(tokenizer.count("Because air scatters short waves more."));
        assertThat(set.notices()).isEmpty();
    }

    @Test
    void too_few_conversations_are_drawn_again_and_that_is_said() throws Exception {
        RequestSet set = build(GOOD, 7);
        assertThat(set.requests()).hasSize(7);
        assertThat(set.requests()).extracting(WorkloadRequest::id).doesNotHaveDuplicates();
        assertThat(set.notices())
                .singleElement()
                .asString()
                .contains("only 2 usable conversations for 7 prompts: 5 were drawn a second time");
    }

    @Test
    void a_given_output_length_overrides_the_answer_and_its_filter() throws Exception {
        RequestSet set = build(GOOD, 3, OptionalInt.of(50));
        assertThat(set.requests()).extracting(WorkloadRequest::outputTokens).containsOnly(50);
        assertThat(set.requests()).extracting(WorkloadRequest::prompt).contains("Is seven a prime number, yes or no?");
    }

    @Test
    void conversations_come_in_cpythons_shuffled_order() throws Exception {
        StringBuilder json = new StringBuilder("[");
        for (int i = 0; i < 10; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"conversations\":[{\"value\":\"This is prompt number ")
                    .append(i)
                    .append("\"},{\"value\":\"And this is its answer\"}]}");
        }
        RequestSet set = build(json.append("]").toString(), 10);
        assertThat(set.requests())
                .extracting(r -> r.prompt().charAt(r.prompt().length() - 1) - '0')
                .containsExactly(7, 8, 1, 5, 3, 4, 2, 0, 9, 6);
    }

    @Test
    void a_file_cut_off_anywhere_is_refused_with_the_place() throws Exception {
        byte[] whole = GOOD.strip().getBytes(StandardCharsets.UTF_8);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int length = 1 + random.nextInt(whole.length - 1);
            Path file = folder.resolve("cut.json");
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() ->
                            RequestSets.build(Workloads.shareGpt(file.toString(), 1, OptionalInt.empty()), tokenizer))
                    .as("seed %d, cut at %d", seed, length)
                    .isInstanceOf(WorkloadException.class)
                    .hasMessageMatching("(?s).*(cut off: it ends at byte " + length + " |at byte ).*");
        }
    }

    @Test
    void a_cut_file_says_how_much_of_it_is_whole() {
        String cut = GOOD.substring(0, GOOD.indexOf("Nobody answers") + 6);
        int bytes = cut.getBytes(StandardCharsets.UTF_8).length;
        assertThatThrownBy(() -> build(cut, 1))
                .hasMessageContaining("is cut off: it ends at byte " + bytes + " (line 6)")
                .hasMessageContaining("3 entries are complete");
    }

    @Test
    void files_of_another_shape_are_refused_with_what_was_seen() {
        assertThatThrownBy(() -> build("", 1)).hasMessageContaining("is empty");
        assertThatThrownBy(() -> build("[]", 1)).hasMessageContaining("empty list");
        assertThatThrownBy(() -> build("prompt,answer\n", 1)).hasMessageContaining("is not JSON at byte");
        assertThatThrownBy(() -> build("{\"prompt\": \"x\"}\n{\"prompt\": \"y\"}\n", 1))
                .hasMessageContaining("begins with an object")
                .hasMessageContaining("JSON Lines");
        assertThatThrownBy(() -> build("[{\"prompt\": \"x\", \"answer\": \"y\"}]", 1))
                .hasMessageContaining("none of its 1 entries has 'conversations'")
                .hasMessageContaining("[prompt, answer]");
        assertThatThrownBy(() -> build("[3]", 1)).hasMessageContaining("entry 1 is a number");
        assertThatThrownBy(() -> build("[{\"conversations\": \"x\"}]", 1)).hasMessageContaining("is a text");
        assertThatThrownBy(() -> build("[{\"conversations\": [{\"value\": \"x\"}]}]", 1))
                .hasMessageContaining("none of its 1 conversations has two turns");
        assertThatThrownBy(() -> build("[{\"conversations\": [{\"content\": \"x\"}, {\"content\": \"y\"}]}]", 1))
                .hasMessageContaining("begins at byte 1")
                .hasMessageContaining("'value'");
        assertThatThrownBy(() -> build("[] []", 1)).hasMessageContaining("something follows");
    }

    @Test
    void when_the_filter_leaves_nothing_the_counts_are_given() {
        String longPrompt = "word ".repeat(1500);
        assertThatThrownBy(() -> build(
                        "[{\"conversations\": [{\"value\": \"" + longPrompt + "\"}, {\"value\": \"a b c d e f\"}]},"
                                + "{\"conversations\": [{\"value\": \"Hi\"}, {\"value\": \"a b c d e f\"}]}]",
                        1))
                .hasMessageContaining("of 2 conversations with two turns none is left")
                .hasMessageContaining("1 have a prompt or answer below 4 tokens")
                .hasMessageContaining("1 are longer than 1024");
    }

    @Test
    void a_missing_file_is_named() {
        Path missing = folder.resolve("nowhere.json");
        assertThatThrownBy(() ->
                        RequestSets.build(Workloads.shareGpt(missing.toString(), 1, OptionalInt.empty()), tokenizer))
                .hasMessageContaining("there is no file " + missing);
    }

    @Test
    void an_escaped_lone_surrogate_becomes_what_can_be_sent() throws Exception {
        RequestSet set = build(
                "[{\"conversations\": [{\"value\": \"What does \\ud83d mean here?\"}, {\"value\": \"Nothing at all, it is half.\"}]}]",
                1);
        assertThat(set.requests().get(0).prompt()).isEqualTo("What does ? mean here?");
    }
}
