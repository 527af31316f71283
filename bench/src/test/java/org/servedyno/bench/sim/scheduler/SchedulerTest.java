package org.servedyno.bench.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.sim.model.SchedulingPolicy;

class SchedulerTest {
    private static final long STEP_NS = 1_000_000;

    private final EngineCounters counters = new EngineCounters();
    private long nowNs;

    private Scheduler scheduler(SchedulingPolicy policy, double reserve, int seqs, int batched, int blocks) {
        return new Scheduler(new SchedulerLimits(policy, reserve, seqs, batched, blocks, true), counters);
    }

    private Scheduler roomy(SchedulingPolicy policy) {
        return scheduler(policy, 0, 64, 256, 1000);
    }

    private Step step(Scheduler scheduler) {
        Step step = scheduler.plan(nowNs);
        nowNs += STEP_NS;
        scheduler.complete(step, nowNs).forEach(TokenEvent::deliver);
        return step;
    }

    private List<Step> runUntilIdle(Scheduler scheduler) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Step step = step(scheduler);
            if (step.isEmpty()) {
                return steps;
            }
            steps.add(step);
        }
        throw new AssertionError("not done after 10000 steps");
    }

    @Test
    void a_prompt_gives_its_first_token_with_its_last_chunk_and_one_more_a_step() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        Listener listener = new Listener(600, 0, 3);
        scheduler.add(listener.sequence, nowNs);

        List<Step> steps = runUntilIdle(scheduler);

        assertThat(steps).extracting(step -> step.work().tokens()).containsExactly(256, 256, 88, 1, 1);
        assertThat(listener.indexes).containsExactly(0, 1, 2);
        assertThat(listener.finished).contains(FinishReason.LENGTH);
    }

    @Test
    void mixed_steps_decode_the_running_ones_beside_a_new_prompt() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        Listener old = new Listener(10, 0, 50);
        scheduler.add(old.sequence, nowNs);
        step(scheduler);
        scheduler.add(new Listener(1000, 5000, 1).sequence, nowNs);

        Step mixed = step(scheduler);

        assertThat(mixed.slices()).extracting(Step.Slice::tokens).containsExactly(1, 255);
        assertThat(old.indexes).hasSize(2);
    }

    @Test
    void prefill_first_lets_the_running_ones_wait_while_prompts_are_read() {
        Scheduler scheduler = roomy(SchedulingPolicy.PREFILL_FIRST);
        Listener old = new Listener(10, 0, 50);
        scheduler.add(old.sequence, nowNs);
        step(scheduler);
        scheduler.add(new Listener(500, 5000, 2).sequence, nowNs);

        assertThat(step(scheduler).slices()).extracting(Step.Slice::tokens).containsExactly(256);
        assertThat(step(scheduler).slices()).extracting(Step.Slice::tokens).containsExactly(244);
        assertThat(step(scheduler).slices()).extracting(Step.Slice::tokens).containsExactly(1, 1);
        assertThat(old.indexes).hasSize(2);
    }

    @Test
    void no_more_sequences_run_than_allowed_and_the_rest_waits() {
        Scheduler scheduler = scheduler(SchedulingPolicy.MIXED, 0, 2, 256, 1000);
        List<Listener> listeners = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            listeners.add(new Listener(10, 100 * i, 4));
            scheduler.add(listeners.get(i).sequence, nowNs);
        }

        step(scheduler);

        assertThat(counters.running()).isEqualTo(2);
        assertThat(counters.waiting()).isEqualTo(3);
        runUntilIdle(scheduler);
        assertThat(listeners).allMatch(Listener::isComplete);
    }

    @Test
    void equal_requests_are_answered_in_the_order_they_came() {
        Scheduler scheduler = scheduler(SchedulingPolicy.MIXED, 0, 3, 64, 1000);
        List<Sequence> order = new ArrayList<>();
        List<Sequence> finished = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Listener listener = new Listener(40, 1000 * i, 5);
            order.add(listener.sequence);
            scheduler.add(listener.sequence, nowNs);
        }

        for (Step step = scheduler.plan(0); !step.isEmpty(); step = scheduler.plan(0)) {
            scheduler.complete(step, 0).stream()
                    .filter(event -> event.finished().isPresent())
                    .forEach(event -> finished.add(event.sequence()));
        }

        assertThat(finished).containsExactlyElementsOf(order);
    }

    @Test
    void when_blocks_run_out_the_newest_is_preempted_and_computed_anew() {
        Scheduler scheduler = scheduler(SchedulingPolicy.MIXED, 0, 8, 256, 8);
        Listener first = new Listener(48, 0, 60);
        Listener second = new Listener(48, 1000, 60);
        scheduler.add(first.sequence, nowNs);
        scheduler.add(second.sequence, nowNs);

        List<Step> steps = runUntilIdle(scheduler);

        assertThat(counters.preemptions().sum()).isPositive();
        assertThat(first.isComplete()).isTrue();
        assertThat(second.isComplete()).isTrue();
        long computed = steps.stream().mapToLong(step -> step.work().tokens()).sum();
        assertThat(computed).isGreaterThan(2 * (48 + 59));
        assertThat(counters.promptTokens().sum()).isEqualTo(96);
        assertThat(counters.generationTokens().sum()).isEqualTo(120);
        assertThat(scheduler.freeBlocks()).isEqualTo(8);
    }

    @Test
    void an_engine_that_reserves_the_whole_output_never_preempts() {
        Scheduler scheduler = scheduler(SchedulingPolicy.MIXED, 1, 8, 256, 8);
        Listener first = new Listener(48, 0, 60);
        Listener second = new Listener(48, 1000, 60);
        scheduler.add(first.sequence, nowNs);
        scheduler.add(second.sequence, nowNs);

        runUntilIdle(scheduler);

        assertThat(counters.preemptions().sum()).isZero();
        assertThat(first.isComplete()).isTrue();
        assertThat(second.isComplete()).isTrue();
    }

    @Test
    void a_prompt_seen_before_is_computed_from_its_last_block_on() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        scheduler.add(new Listener(100, 0, 2).sequence, nowNs);
        runUntilIdle(scheduler);
        scheduler.add(new Listener(100, 0, 2).sequence, nowNs);

        Step again = step(scheduler);

        assertThat(again.work().tokens()).isEqualTo(4);
        assertThat(again.work().kvTokensRead()).isEqualTo(100);
        assertThat(counters.prefixQueries().sum()).isEqualTo(200);
        assertThat(counters.prefixHits().sum()).isEqualTo(96);
    }

    @Test
    void a_prompt_known_whole_still_has_its_last_token_computed() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        scheduler.add(new Listener(96, 0, 1).sequence, nowNs);
        runUntilIdle(scheduler);
        Listener again = new Listener(96, 0, 1);
        scheduler.add(again.sequence, nowNs);

        assertThat(step(scheduler).work().tokens()).isEqualTo(16);
        assertThat(again.isComplete()).isTrue();
    }

    @Test
    void an_answer_is_shared_when_the_conversation_goes_on() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        scheduler.add(new Listener(32, 0, 33).sequence, nowNs);
        runUntilIdle(scheduler);
        int[] dialogue = new int[80];
        for (int i = 0; i < dialogue.length; i++) {
            dialogue[i] = i < 32 ? i : 1_000_000 + i - 32;
        }
        Answer answer = new Answer(1, FinishReason.STOP, index -> 7);
        scheduler.add(new Sequence(TokenIds.of(dialogue), answer, (index, finished) -> {}), nowNs);

        step(scheduler);

        assertThat(counters.prefixHits().sum()).isEqualTo(64);
    }

    @Test
    void prompts_that_differ_in_their_first_token_share_nothing() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        scheduler.add(new Listener(100, 0, 1).sequence, nowNs);
        runUntilIdle(scheduler);
        scheduler.add(new Listener(100, 1, 1).sequence, nowNs);

        assertThat(step(scheduler).work().tokens()).isEqualTo(100);
    }

    @Test
    void a_reset_prefix_cache_finds_nothing_even_while_blocks_are_in_use() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        scheduler.add(new Listener(100, 0, 50).sequence, nowNs);
        step(scheduler);
        scheduler.resetPrefixCache();
        scheduler.add(new Listener(100, 0, 1).sequence, nowNs);

        assertThat(step(scheduler).work().tokens()).isEqualTo(101);
        assertThat(counters.prefixHits().sum()).isZero();
        runUntilIdle(scheduler);
        assertThat(scheduler.freeBlocks()).isEqualTo(1000);
    }

    @Test
    void without_a_prefix_cache_nothing_is_looked_up() {
        Scheduler scheduler =
                new Scheduler(new SchedulerLimits(SchedulingPolicy.MIXED, 0, 8, 256, 100, false), counters);
        for (int i = 0; i < 2; i++) {
            scheduler.add(new Listener(100, 0, 1).sequence, nowNs);
            assertThat(step(scheduler).work().tokens()).isEqualTo(100);
        }
        assertThat(counters.prefixQueries().sum()).isZero();
    }

    @Test
    void the_longest_unused_prefix_is_forgotten_first() {
        Scheduler scheduler = scheduler(SchedulingPolicy.MIXED, 0, 8, 256, 12);
        for (int prompt = 0; prompt < 3; prompt++) {
            scheduler.add(new Listener(64, 1000 * prompt, 1).sequence, nowNs);
            runUntilIdle(scheduler);
        }
        scheduler.add(new Listener(64, 0, 1).sequence, nowNs);
        runUntilIdle(scheduler);
        scheduler.add(new Listener(64, 5000, 1).sequence, nowNs);
        runUntilIdle(scheduler);

        scheduler.add(new Listener(64, 0, 1).sequence, nowNs);
        assertThat(step(scheduler).work().tokens()).isEqualTo(16);
        scheduler.add(new Listener(64, 1000, 1).sequence, nowNs);
        assertThat(step(scheduler).work().tokens()).isEqualTo(64);
    }

    @Test
    void a_cancelled_sequence_gives_its_blocks_back_at_once() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        Listener running = new Listener(100, 0, 50);
        scheduler.add(running.sequence, nowNs);
        step(scheduler);
        Listener waiting = new Listener(100, 1000, 50);
        scheduler.add(waiting.sequence, nowNs);

        scheduler.cancel(waiting.sequence);
        scheduler.cancel(running.sequence);
        scheduler.cancel(running.sequence);

        assertThat(scheduler.freeBlocks()).isEqualTo(1000);
        assertThat(scheduler.plan(nowNs).isEmpty()).isTrue();
        assertThat(counters.finished(FinishReason.ABORT).sum()).isEqualTo(2);
    }

    @Test
    void the_counters_know_when_what_happened() {
        Scheduler scheduler = roomy(SchedulingPolicy.MIXED);
        scheduler.add(new Listener(600, 0, 3).sequence, nowNs);

        runUntilIdle(scheduler);

        assertThat(counters.timeToFirstToken().sum()).isEqualTo(0.003);
        assertThat(counters.interTokenLatency().sum()).isEqualTo(0.002);
        assertThat(counters.endToEndLatency().sum()).isEqualTo(0.005);
        assertThat(counters.timePerOutputToken().sum()).isEqualTo(0.001);
        assertThat(counters.finished(FinishReason.LENGTH).sum()).isEqualTo(1);
        assertThat(counters.kvUsage()).isZero();
    }
}
