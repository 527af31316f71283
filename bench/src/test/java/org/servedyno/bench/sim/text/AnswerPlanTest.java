package org.servedyno.bench.sim.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.sim.scheduler.Answer;
import org.servedyno.bench.sim.scheduler.FinishReason;
import org.servedyno.bench.sim.scheduler.TokenIds;

class AnswerPlanTest {
    private final WordPool pool = WordPool.forTokenizer(text -> TokenIds.of(text.hashCode()));

    private Answer plan(long seed, int maxTokens, int minTokens, boolean ignoreEos, String... stop) {
        return AnswerPlan.of(new AnswerText(pool, seed), seed, maxTokens, minTokens, ignoreEos, List.of(stop));
    }

    @Test
    void without_an_end_of_its_own_an_answer_takes_the_whole_limit() {
        assertThat(LongStream.range(0, 500).mapToObj(seed -> plan(seed, 5000, 0, true)))
                .allMatch(answer -> answer.tokens() == 5000 && answer.reason() == FinishReason.LENGTH);
    }

    @Test
    void most_answers_run_into_a_limit_of_128_and_some_end_before() {
        List<Answer> answers = LongStream.range(0, 2000)
                .mapToObj(seed -> plan(seed, 128, 0, false))
                .toList();

        long early = answers.stream()
                .filter(answer -> answer.reason() == FinishReason.STOP)
                .count();
        assertThat(early).isBetween(20L, 200L);
        assertThat(answers).allMatch(answer -> answer.tokens() <= 128);
    }

    @Test
    void no_answer_ends_by_itself_before_the_fewest_tokens() {
        assertThat(LongStream.range(0, 2000).mapToObj(seed -> plan(seed, 1000, 200, false)))
                .allMatch(answer -> answer.tokens() >= 200);
    }

    @Test
    void the_same_request_gets_the_same_answer() {
        assertThat(plan(42, 4000, 0, false).tokens())
                .isEqualTo(plan(42, 4000, 0, false).tokens());
    }

    @Test
    void a_stop_string_ends_the_answer_with_the_token_that_completes_it() {
        AnswerText text = new AnswerText(pool, 7);
        String stop = (text.word(3) + text.word(4)).substring(1);

        Answer answer = plan(7, 100, 0, true, "zzz", stop);

        assertThat(answer.tokens()).isEqualTo(5);
        assertThat(answer.reason()).isEqualTo(FinishReason.STOP);
        assertThat(plan(7, 100, 50, true, "never in a word pool").tokens()).isEqualTo(100);
    }

    @Test
    void token_ids_are_those_of_the_words() {
        Answer answer = plan(3, 10, 0, true);
        AnswerText text = new AnswerText(pool, 3);

        assertThat(IntStream.range(0, 10).map(answer.tokenIds()))
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(text::tokenId).toList());
    }
}
