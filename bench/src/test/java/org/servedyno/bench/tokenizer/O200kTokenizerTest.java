package org.servedyno.bench.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class O200kTokenizerTest {
    private static final Tokenizer TOKENIZER = O200kTokenizer.open();

    @Test
    void the_base_vocabulary_is_the_contiguous_ranks() {
        assertThat(TOKENIZER.vocabSize()).isEqualTo(199_998);
        int last = TOKENIZER.vocabSize() - 1;
        assertThat(TOKENIZER.encode(TOKENIZER.decode(new int[] {last}))).containsExactly(last);
    }

    @Test
    void the_vocabulary_is_openais_published_file() {
        assertThat(TOKENIZER.sha256()).isEqualTo("446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d");
    }

    @Test
    void words_of_special_tokens_in_a_text_are_text() {
        String text = "before <|endoftext|> after <|endofprompt|>";
        assertThat(Arrays.stream(TOKENIZER.encode(text))).allMatch(id -> id < TOKENIZER.vocabSize());
        assertThat(TOKENIZER.decode(TOKENIZER.encode(text))).isEqualTo(text);
        assertThat(TOKENIZER.count(text)).isEqualTo(TOKENIZER.encode(text).length);
        assertThat(TOKENIZER.specialTokensToAdd()).isZero();
    }

    @Test
    void any_text_survives_encoding_and_decoding() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(30, 0, 0x3000).forEach(text::appendCodePoint);
            random.ints(5, 0x1F300, 0x1F700).forEach(text::appendCodePoint);
            String asked = text.toString();
            assertThat(TOKENIZER.decode(TOKENIZER.encode(asked)))
                    .as("seed %d, round %d", seed, i)
                    .isEqualTo(asked);
            assertThat(TOKENIZER.count(asked)).isEqualTo(TOKENIZER.encode(asked).length);
        }
    }

    @Test
    void every_run_of_ids_decodes_to_text_that_can_be_sent() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            int first = random.nextInt(TOKENIZER.vocabSize() - 20);
            String text = TOKENIZER.decode(IntStream.range(first, first + 20).toArray());
            int[] again = TOKENIZER.encode(text);
            assertThat(TOKENIZER.decode(again))
                    .as("seed %d, ids from %d: %s", seed, first, Arrays.toString(again))
                    .isEqualTo(text);
        }
    }
}
