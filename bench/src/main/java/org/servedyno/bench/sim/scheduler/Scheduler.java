package org.servedyno.bench.sim.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.servedyno.bench.sim.model.MemoryPlan;
import org.servedyno.bench.sim.model.SchedulingPolicy;
import org.servedyno.bench.sim.model.StepWork;
import org.servedyno.bench.sim.scheduler.Step.Slice;

/**
 * Decides, step by step, which tokens of which sequences go through the model. Sequences are admitted in the order of their arrival; when
 * the KV cache is full, the one admitted last loses its blocks, goes back to the head of the queue and is computed anew.
 *
 * <p>Use from one thread: {@link #plan}, let the time of the step pass, {@link #complete}; between the two nothing else may be called.
 */
public final class Scheduler {
    private final SchedulerLimits limits;
    private final EngineCounters counters;
    private final KvCache kv;
    private final Deque<Sequence> waiting = new ArrayDeque<>();
    private final List<Sequence> running = new ArrayList<>();

    public Scheduler(SchedulerLimits limits, EngineCounters counters) {
        this.limits = limits;
        this.counters = counters;
        this.kv = new KvCache(limits.kvBlocks(), limits.prefixCache());
    }

    /** Puts a new sequence at the end of the queue. */
    public void add(Sequence sequence, long nowNs) {
        sequence.times().arrived(nowNs);
        waiting.addLast(sequence);
        updateGauges();
    }

    /** Takes a sequence out whose client has gone; one that has ended already is left alone. */
    public void cancel(Sequence sequence) {
        boolean wasRunning = running.remove(sequence);
        if (wasRunning || waiting.remove(sequence)) {
            kv.release(sequence);
            counters.finished(FinishReason.ABORT).increment();
            updateGauges();
        }
    }

    /** Empties the prefix cache. */
    public void resetPrefixCache() {
        kv.resetPrefixes();
    }

    /** KV blocks that no sequence holds. */
    public int freeBlocks() {
        return kv.free();
    }

    public int runningCount() {
        return running.size();
    }

    public int waitingCount() {
        return waiting.size();
    }

    /** The next step; empty when there is nothing to do. */
    public Step plan(long nowNs) {
        Batch batch = new Batch(limits.maxNumBatchedTokens());
        if (limits.policy() == SchedulingPolicy.PREFILL_FIRST) {
            boolean roomLeft = continueRunning(batch, Sequence::inPrefill);
            if (roomLeft) {
                admit(batch, nowNs);
            }
            if (batch.slices.isEmpty()) {
                continueRunning(batch, sequence -> true);
            }
        } else if (continueRunning(batch, sequence -> true)) {
            admit(batch, nowNs);
        }
        updateGauges();
        return new Step(batch.slices, batch.work);
    }

    /** Books the step's results at the time it ended and returns the new tokens. */
    public List<TokenEvent> complete(Step step, long nowNs) {
        List<TokenEvent> events = new ArrayList<>(step.work().sampled());
        for (Slice slice : step.slices()) {
            Sequence sequence = slice.sequence();
            int computedBefore = sequence.computedCount();
            sequence.advance(slice.tokens());
            kv.publish(sequence, computedBefore);
            if (sequence.pendingCount() == 0) {
                events.add(sample(sequence, nowNs));
            }
        }
        running.removeIf(sequence -> sequence.remainingOutput() == 0);
        counters.iterationTokens().observe(step.work().tokens());
        counters.generationTokens().add(events.size());
        updateGauges();
        return events;
    }

    private TokenEvent sample(Sequence sequence, long nowNs) {
        int index = sequence.generatedCount();
        boolean last = sequence.generate();
        sequence.times().token(nowNs, index, counters);
        if (!last) {
            return new TokenEvent(sequence, index, Optional.empty());
        }
        FinishReason reason = sequence.answer().reason();
        kv.release(sequence);
        counters.finished(reason).increment();
        sequence.times().finished(sequence.promptTokenCount(), sequence.generatedCount(), counters);
        return new TokenEvent(sequence, index, Optional.of(reason));
    }

    /** Schedules those of the running sequences that are chosen, oldest first; false when one of them had to be preempted for lack of blocks. */
    private boolean continueRunning(Batch batch, Predicate<Sequence> chosen) {
        boolean everyoneKeptBlocks = true;
        for (int i = 0; i < running.size() && batch.budgetTokens > 0; i++) {
            Sequence sequence = running.get(i);
            if (!chosen.test(sequence)) {
                continue;
            }
            int tokens = Math.min(sequence.pendingCount(), batch.budgetTokens);
            while (!kv.grow(sequence, sequence.computedCount() + tokens)) {
                everyoneKeptBlocks = false;
                Sequence victim = running.remove(running.size() - 1);
                preempt(victim);
                if (victim == sequence) {
                    return false;
                }
            }
            batch.add(sequence, tokens);
        }
        return everyoneKeptBlocks;
    }

    private void preempt(Sequence victim) {
        kv.release(victim);
        victim.loseProgress();
        victim.times().preempted();
        waiting.addFirst(victim);
        counters.preemptions().increment();
    }

    private void admit(Batch batch, long nowNs) {
        while (!waiting.isEmpty() && running.size() < limits.maxNumSeqs() && batch.budgetTokens > 0) {
            Sequence sequence = waiting.getFirst();
            int cachedBlocks = kv.cachedBlocks(sequence);
            int cachedTokens = cachedBlocks * MemoryPlan.BLOCK_TOKENS;
            int tokens = Math.min(sequence.knownCount() - cachedTokens, batch.budgetTokens);
            if (!fits(sequence, cachedBlocks, cachedTokens + tokens)) {
                return;
            }
            waiting.removeFirst();
            running.add(sequence);
            kv.share(sequence, cachedBlocks);
            sequence.beginPrefill(cachedTokens);
            if (!kv.grow(sequence, cachedTokens + tokens)) {
                throw new IllegalStateException("blocks that were free are gone");
            }
            countAdmission(sequence, cachedTokens, nowNs);
            batch.add(sequence, tokens);
        }
    }

    private void countAdmission(Sequence sequence, int cachedTokens, long nowNs) {
        if (sequence.times().wasScheduled()) {
            return;
        }
        sequence.times().scheduled(nowNs);
        counters.promptTokens().add(sequence.promptTokenCount());
        if (limits.prefixCache()) {
            counters.prefixQueries().add(sequence.promptTokenCount());
            counters.prefixHits().add(cachedTokens);
        }
    }

    private boolean fits(Sequence sequence, int cachedBlocks, int chunkEnd) {
        int takenFromFree = kv.freeAmongCached(sequence, cachedBlocks) - cachedBlocks;
        if (limits.outputReserve() == 0 || running.isEmpty()) {
            return KvCache.blocksFor(chunkEnd) + takenFromFree <= kv.free();
        }
        long reserved = 0;
        for (Sequence other : running) {
            reserved += Math.max(0, blocksAtEnd(other) - other.blockCount());
        }
        return blocksAtEnd(sequence) + takenFromFree + reserved <= kv.free();
    }

    private int blocksAtEnd(Sequence sequence) {
        int expected = (int) Math.ceil(limits.outputReserve() * sequence.remainingOutput());
        return KvCache.blocksFor(sequence.knownCount() + expected);
    }

    private void updateGauges() {
        counters.gauges(running.size(), waiting.size(), kv.usage());
    }

    /** A step in the making. */
    private static final class Batch {
        private final List<Slice> slices = new ArrayList<>();
        private int budgetTokens;
        private StepWork work = StepWork.NONE;

        private Batch(int budgetTokens) {
            this.budgetTokens = budgetTokens;
        }

        private void add(Sequence sequence, int tokens) {
            slices.add(new Slice(sequence, tokens));
            budgetTokens -= tokens;
            work = work.plus(tokens, sequence.computedCount(), tokens == sequence.pendingCount());
        }
    }
}
