package org.servedyno.bench.sim.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.servedyno.bench.sim.model.MemoryPlan;
import org.servedyno.bench.sim.model.SchedulingPolicy;

/** Whatever comes, in whatever order: nothing is lost, no limit is passed, everything ends. */
class SchedulerPropertyTest {
    private static final long SEED = 20261201;
    private static final int ROUNDS = 120;
    private static final int MAX_STEPS = 200_000;

    @Test
    void tokens_are_conserved_and_limits_kept_under_any_load() {
        Random seeds = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            long seed = seeds.nextLong();
            new Load(seed).run();
        }
    }

    private static final class Load {
        private final long seed;
        private final Random random;
        private final SchedulerLimits limits;
        private final EngineCounters counters = new EngineCounters();
        private final Scheduler scheduler;
        private final List<Listener> listeners = new ArrayList<>();
        private final Set<Listener> cancelled = new HashSet<>();
        private int arrivalsLeft;

        Load(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.limits = new SchedulerLimits(
                    random.nextBoolean() ? SchedulingPolicy.MIXED : SchedulingPolicy.PREFILL_FIRST,
                    random.nextInt(3) / 2.0,
                    1 + random.nextInt(12),
                    1 + random.nextInt(300),
                    20 + random.nextInt(60),
                    random.nextBoolean());
            this.scheduler = new Scheduler(limits, counters);
            this.arrivalsLeft = 1 + random.nextInt(40);
        }

        void run() {
            for (int steps = 0; steps < MAX_STEPS; steps++) {
                arrive();
                cancelSomeone();
                Step step = scheduler.plan(steps);
                check(step);
                if (step.isEmpty() && arrivalsLeft == 0) {
                    checkEnd();
                    return;
                }
                scheduler.complete(step, steps + 1L).forEach(TokenEvent::deliver);
                if (random.nextInt(200) == 0) {
                    scheduler.resetPrefixCache();
                }
            }
            throw new AssertionError("seed " + seed + ": not done after " + MAX_STEPS + " steps");
        }

        private void arrive() {
            while (arrivalsLeft > 0 && random.nextInt(3) > 0) {
                arrivalsLeft--;
                int most = 20 * MemoryPlan.BLOCK_TOKENS;
                int prompt = 1 + random.nextInt(most - 1);
                int output = 1 + random.nextInt(most - prompt);
                Listener listener = new Listener(prompt, 1000 * random.nextInt(4), output);
                listeners.add(listener);
                scheduler.add(listener.sequence, 0);
            }
        }

        private void cancelSomeone() {
            if (!listeners.isEmpty() && random.nextInt(50) == 0) {
                Listener unlucky = listeners.get(random.nextInt(listeners.size()));
                scheduler.cancel(unlucky.sequence);
                cancelled.add(unlucky);
            }
        }

        private void check(Step step) {
            String what = "seed " + seed + ", " + limits;
            int tokens = step.slices().stream().mapToInt(Step.Slice::tokens).sum();
            assertThat(step.work().tokens())
                    .as(what)
                    .isEqualTo(tokens)
                    .isLessThanOrEqualTo(limits.maxNumBatchedTokens());
            assertThat(step.slices()).as(what).allMatch(slice -> slice.tokens() > 0);
            assertThat(new HashSet<>(
                            step.slices().stream().map(Step.Slice::sequence).toList()))
                    .as(what)
                    .hasSameSizeAs(step.slices());
            assertThat(scheduler.runningCount()).as(what).isLessThanOrEqualTo(limits.maxNumSeqs());
            assertThat(scheduler.freeBlocks()).as(what).isBetween(0, limits.kvBlocks());
            if (scheduler.runningCount() > 0 || scheduler.waitingCount() > 0) {
                assertThat(step.isEmpty()).as(what).isFalse();
            }
        }

        private void checkEnd() {
            String what = "seed " + seed + ", " + limits;
            assertThat(scheduler.freeBlocks()).as(what).isEqualTo(limits.kvBlocks());
            assertThat(listeners).as(what).allMatch(listener -> listener.isComplete() || cancelled.contains(listener));
            long heard = listeners.stream()
                    .mapToLong(listener -> listener.indexes.size())
                    .sum();
            assertThat(counters.generationTokens().sum()).as(what).isEqualTo(heard);
            if (limits.outputReserve() == 1) {
                assertThat(counters.preemptions().sum()).as(what).isZero();
            }
        }
    }
}
