package org.servedyno.bench.sim.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.sim.scheduler.TokenIds;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.TokenizerUnavailableException;
import org.servedyno.bench.tokenizer.Tokenizers;

class WordPoolTest {
    private static Tokenizer tokenizer;
    private static WordPool pool;

    @BeforeAll
    static void loadTokenizer() throws TokenizerUnavailableException {
        tokenizer = Tokenizers.open(Tokenizers.BUNDLED);
        pool = WordPool.forTokenizer(text -> TokenIds.of(tokenizer.encode(text)));
    }

    @Test
    void every_bundled_word_is_one_token_of_the_default_tokenizer() {
        assertThat(pool.size()).isEqualTo(232);
    }

    @Test
    void words_differ_and_need_no_escaping() {
        Set<String> words = new HashSet<>();
        for (int i = 0; i < pool.size(); i++) {
            assertThat(pool.word(i)).matches(" [a-z]+");
            assertThat(words.add(pool.word(i))).as(pool.word(i)).isTrue();
        }
    }

    @Test
    void a_text_of_n_words_is_counted_as_n_tokens() {
        for (long seed = 0; seed < 50; seed++) {
            AnswerText text = new AnswerText(pool, seed);
            StringBuilder whole = new StringBuilder();
            int words = 1 + (int) seed * 7;
            for (int i = 0; i < words; i++) {
                whole.append(text.word(i));
            }
            int[] ids = tokenizer.encode(whole.toString());
            assertThat(ids).as("seed %d", seed).hasSize(words);
            assertThat(ids[words - 1]).isEqualTo(text.tokenId(words - 1));
        }
    }

    @Test
    void a_text_is_fixed_by_its_seed() {
        AnswerText one = new AnswerText(pool, 1);
        AnswerText same = new AnswerText(pool, 1);
        AnswerText other = new AnswerText(pool, 2);

        assertThat(one.word(5)).isEqualTo(same.word(5)).isEqualTo(new String(one.utf8(5), StandardCharsets.UTF_8));
        assertThat(joined(one)).isEqualTo(joined(same)).isNotEqualTo(joined(other));
    }

    private static String joined(AnswerText text) {
        StringBuilder whole = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            whole.append(text.word(i));
        }
        return whole.toString();
    }

    @Test
    void a_tokenizer_that_splits_the_words_is_refused() {
        assertThatThrownBy(() -> WordPool.forTokenizer(text -> TokenIds.of(1, 2)))
                .hasMessageContaining("single token");
    }
}
