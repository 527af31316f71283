package org.servedyno.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.Tokenizers;

class RequestSetsTest {
    private static Tokenizer tokenizer;

    @BeforeAll
    static void openTokenizer() throws Exception {
        tokenizer = Tokenizers.open(Tokenizers.BUNDLED);
    }

    @Test
    void random_prompts_are_as_long_as_asked_or_a_little_shorter() throws WorkloadException {
        RequestSet set = RequestSets.build(Workloads.random(200, 128, 4, 0, 42), tokenizer);
        assertThat(set.requests()).hasSize(200).allSatisfy(request -> {
            assertThat(request.promptTokens()).isBetween(64, 128);
            assertThat(request.outputTokens()).isEqualTo(4);
            assertThat(request.arrivalNs()).isZero();
        });
        assertThat(set.totalPromptTokens()).isBetween(25_000L, 25_600L);
        assertThat(set.totalOutputTokens()).isEqualTo(800);
        assertThat(set.requests())
                .extracting(WorkloadRequest::id)
                .doesNotHaveDuplicates()
                .startsWith("benchmark-serving0");
    }

    @Test
    void the_same_seed_gives_the_same_work_and_another_seed_another() throws WorkloadException {
        RequestSet first = RequestSets.build(Workloads.random(50, 64, 8, 0.5, 1), tokenizer);
        RequestSet again = RequestSets.build(Workloads.random(50, 64, 8, 0.5, 1), tokenizer);
        RequestSet other = RequestSets.build(Workloads.random(50, 64, 8, 0.5, 2), tokenizer);
        assertThat(again).isEqualTo(first);
        assertThat(other.sha256()).isNotEqualTo(first.sha256());
        assertThat(first.tokenizer()).isEqualTo("o200k");
    }

    @Test
    void lengths_stay_inside_the_range_asked_for() throws WorkloadException {
        RequestSet set = RequestSets.build(Workloads.random(100, 100, 20, 0.5, 42), tokenizer);
        assertThat(set.requests()).allSatisfy(request -> {
            assertThat(request.promptTokens()).isBetween(25, 150);
            assertThat(request.outputTokens()).isBetween(10, 30);
        });
        assertThat(set.requests()).extracting(WorkloadRequest::outputTokens).contains(10, 30);
    }

    @Test
    void an_open_loop_sends_at_vllms_times() {
        double[] expected = {0.09225866000617942, 0.23784755381206038, 0.3448686098264802, 0.4361218447563611, 0.5};
        assertThat(Arrivals.seconds(5, 10, 0)).containsExactly(expected, within(1e-15));
        double[] seed42 = {0.039912555441176195, 0.2959317501451943, 0.40792463143860236, 0.4855729332738892, 0.5};
        assertThat(Arrivals.seconds(5, 10, 42)).containsExactly(seed42, within(1e-15));
    }

    @Test
    void arrival_times_change_the_work_but_not_the_prompts() throws WorkloadException {
        RequestSet closed = RequestSets.build(Workloads.random(5, 16, 4, 0, 0), tokenizer);
        RequestSet open = RequestSets.build(Workloads.atRate(Workloads.random(5, 16, 4, 0, 0), 10), tokenizer);
        assertThat(open.sha256()).isEqualTo(closed.sha256());
        assertThat(open.workSha256()).isNotEqualTo(closed.workSha256());
        assertThat(open.requests())
                .extracting(WorkloadRequest::arrivalNs)
                .startsWith(92_258_660L)
                .endsWith(500_000_000L);
    }

    @Test
    void what_cannot_be_built_says_why() {
        assertThatThrownBy(() -> RequestSets.build(Workloads.random(5, 16, 4, 0, -1), tokenizer))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("seed");
        assertThatThrownBy(() -> RequestSets.build(Workloads.random(5, 0, 4, 0, 1), tokenizer))
                .hasMessageContaining("workload short")
                .hasMessageContaining("input");
    }
}
