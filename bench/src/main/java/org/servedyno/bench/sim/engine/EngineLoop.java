package org.servedyno.bench.sim.engine;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.servedyno.bench.sim.model.StepCost;
import org.servedyno.bench.sim.scheduler.Scheduler;
import org.servedyno.bench.sim.scheduler.Sequence;
import org.servedyno.bench.sim.scheduler.Step;
import org.servedyno.bench.sim.scheduler.TokenEvent;

/**
 * The engine's heart: one thread that plans a step, lets its time pass and hands out its tokens. Steps follow one another on an ideal time
 * line, so that a late wake-up of this thread makes one token late and none of those after it.
 */
public final class EngineLoop implements AutoCloseable {
    /** Waking up from a timed wait takes Linux about this long (timer slack); the rest of the wait is spun. */
    private static final long SPIN_NS = 50_000;
    /** Longest time without telling how far a step has come on the GPUs. */
    private static final long HEARTBEAT_NS = 20_000_000;

    private static final long IDLE_HEARTBEAT_NS = 100_000_000;
    /** An engine that fell further behind its time line than this (a stopped process, a stolen core) does not try to catch up. */
    private static final long MAX_LAG_NS = 50_000_000;

    private static final long CLOSE_TIMEOUT_MS = 5_000;

    private final Scheduler scheduler;
    private final StepTimer timer;
    private final GpuActivity activity;
    private final Executor delivery;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    private volatile boolean idle;
    private volatile boolean hung;
    private volatile boolean closed;
    private final LongAdder lostNs = new LongAdder();

    private GpuTotals totals = GpuTotals.ZERO;

    /** A loop that hands each step's tokens to their sinks in one task of {@code delivery}; nothing runs before {@link #start}. */
    public EngineLoop(Scheduler scheduler, StepTimer timer, GpuActivity activity, Executor delivery) {
        this.scheduler = scheduler;
        this.timer = timer;
        this.activity = activity;
        this.delivery = delivery;
        this.thread = new Thread(this::run, "engine-core");
        this.thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Queues a sequence; from any thread. */
    public void submit(Sequence sequence) {
        long nowNs = System.nanoTime();
        command(() -> scheduler.add(sequence, nowNs));
    }

    /** Frees what the sequence holds, after the running step at the latest; from any thread. */
    public void cancel(Sequence sequence) {
        command(() -> scheduler.cancel(sequence));
    }

    /** Empties the prefix cache between two steps; from any thread. */
    public void resetPrefixCache() {
        command(scheduler::resetPrefixCache);
    }

    /** Makes the engine stop computing for good while everything else lives on: the hang of a failure test. */
    public void hang() {
        hung = true;
    }

    /** Time by which the engine fell behind its time line without catching up, since the start: 0 unless this process lacked CPU time. */
    public long lostNs() {
        return lostNs.sum();
    }

    private void command(Runnable command) {
        commands.add(command);
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        long timeNs = System.nanoTime();
        while (!closed) {
            runCommands();
            Step step = hung ? Step.NOTHING : scheduler.plan(timeNs);
            if (step.isEmpty()) {
                activity.publish(totals);
                awaitCommand();
                timeNs = System.nanoTime();
            } else {
                timeNs = runStep(step, timeNs);
            }
        }
    }

    private void runCommands() {
        Runnable command;
        while ((command = commands.poll()) != null) {
            command.run();
        }
    }

    /** Runs a step that begins at {@code startNs} and returns when it ended, both on the ideal time line. */
    private long runStep(Step step, long startNs) {
        StepCost cost = timer.next(step.work());
        long endNs = startNs + (long) cost.totalNs();
        letTimePass(step, cost, startNs, endNs);
        totals = totals.plus(cost, step.work().sequences(), 1);
        activity.publish(totals);
        List<TokenEvent> events = scheduler.complete(step, endNs);
        if (!events.isEmpty() && !closed) {
            delivery.execute(() -> events.forEach(TokenEvent::deliver));
        }
        long lagNs = System.nanoTime() - endNs;
        if (lagNs > MAX_LAG_NS) {
            lostNs.add(lagNs);
            return endNs + lagNs;
        }
        return endNs;
    }

    private void letTimePass(Step step, StepCost cost, long startNs, long endNs) {
        long nextHeartbeatNs = System.nanoTime() + HEARTBEAT_NS;
        long leftNs;
        while ((leftNs = endNs - System.nanoTime()) > 0 && !closed) {
            if (leftNs <= SPIN_NS) {
                Thread.onSpinWait();
                continue;
            }
            LockSupport.parkNanos(this, Math.min(leftNs - SPIN_NS, HEARTBEAT_NS));
            long nowNs = System.nanoTime();
            if (nowNs - nextHeartbeatNs >= 0) {
                double gpuDone = (nowNs - startNs - cost.cpuNs()) / cost.gpuNs();
                activity.publish(totals.plus(cost, step.work().sequences(), Math.max(0, Math.min(1, gpuDone))));
                nextHeartbeatNs = nowNs + HEARTBEAT_NS;
            }
        }
    }

    private void awaitCommand() {
        idle = true;
        if (commands.isEmpty() && !closed) {
            LockSupport.parkNanos(this, IDLE_HEARTBEAT_NS);
        }
        idle = false;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_TIMEOUT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
