package org.servedyno.bench.sim.scheduler;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the engine counts about itself, with the bucket bounds of vLLM's metrics. The scheduler's thread writes, any thread reads. */
public final class EngineCounters {
    private static final double[] SIZES = {
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000
    };
    private static final double[] ITERATION_SIZES = {1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384};
    private static final double[] FIRST_TOKEN_SECONDS = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560
    };
    private static final double[] TOKEN_SECONDS = {
        0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80
    };
    private static final double[] REQUEST_SECONDS = {
        0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680
    };
    private static final double[] PREEMPTIONS = {0, 1, 2, 5, 10};

    private final LongAdder promptTokens = new LongAdder();
    private final LongAdder generationTokens = new LongAdder();
    private final LongAdder prefixQueries = new LongAdder();
    private final LongAdder prefixHits = new LongAdder();
    private final LongAdder preemptions = new LongAdder();
    private final Map<FinishReason, LongAdder> finished = new EnumMap<>(FinishReason.class);

    private final Histogram iterationTokens = new Histogram(ITERATION_SIZES);
    private final Histogram requestPromptTokens = new Histogram(SIZES);
    private final Histogram requestGenerationTokens = new Histogram(SIZES);
    private final Histogram requestPreemptions = new Histogram(PREEMPTIONS);
    private final Histogram timeToFirstToken = new Histogram(FIRST_TOKEN_SECONDS);
    private final Histogram interTokenLatency = new Histogram(TOKEN_SECONDS);
    private final Histogram timePerOutputToken = new Histogram(TOKEN_SECONDS);
    private final Histogram endToEndLatency = new Histogram(REQUEST_SECONDS);
    private final Histogram queueTime = new Histogram(REQUEST_SECONDS);
    private final Histogram inferenceTime = new Histogram(REQUEST_SECONDS);
    private final Histogram prefillTime = new Histogram(REQUEST_SECONDS);
    private final Histogram decodeTime = new Histogram(REQUEST_SECONDS);

    private volatile int running;
    private volatile int waiting;
    private volatile double kvUsage;

    public EngineCounters() {
        for (FinishReason reason : FinishReason.values()) {
            finished.put(reason, new LongAdder());
        }
    }

    /** Prompt tokens of admitted requests; a recomputation after a preemption is not counted again. */
    public LongAdder promptTokens() {
        return promptTokens;
    }

    /** Output tokens of all requests. */
    public LongAdder generationTokens() {
        return generationTokens;
    }

    /** Tokens looked up in the prefix cache. */
    public LongAdder prefixQueries() {
        return prefixQueries;
    }

    /** Tokens found there. */
    public LongAdder prefixHits() {
        return prefixHits;
    }

    /** Times a running sequence lost its blocks to an older one. */
    public LongAdder preemptions() {
        return preemptions;
    }

    /** Ended requests by reason. */
    public LongAdder finished(FinishReason reason) {
        LongAdder count = finished.get(reason);
        if (count == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        return count;
    }

    void gauges(int runningNow, int waitingNow, double kvUsageNow) {
        running = runningNow;
        waiting = waitingNow;
        kvUsage = kvUsageNow;
    }

    /** Sequences in the running queue. */
    public int running() {
        return running;
    }

    /** Sequences in the waiting queue. */
    public int waiting() {
        return waiting;
    }

    /** Share of the KV blocks that running sequences hold, 0 to 1. */
    public double kvUsage() {
        return kvUsage;
    }

    /** Tokens a step. */
    public Histogram iterationTokens() {
        return iterationTokens;
    }

    /** Prompt tokens a request. */
    public Histogram requestPromptTokens() {
        return requestPromptTokens;
    }

    /** Output tokens a request. */
    public Histogram requestGenerationTokens() {
        return requestGenerationTokens;
    }

    /** Preemptions a request. */
    public Histogram requestPreemptions() {
        return requestPreemptions;
    }

    /** Arrival to first token, seconds. */
    public Histogram timeToFirstToken() {
        return timeToFirstToken;
    }

    /** Token to token, seconds. */
    public Histogram interTokenLatency() {
        return interTokenLatency;
    }

    /** Mean token to token of a request, seconds. */
    public Histogram timePerOutputToken() {
        return timePerOutputToken;
    }

    /** Arrival to last token, seconds. */
    public Histogram endToEndLatency() {
        return endToEndLatency;
    }

    /** Arrival to admission, seconds. */
    public Histogram queueTime() {
        return queueTime;
    }

    /** Admission to last token, seconds. */
    public Histogram inferenceTime() {
        return inferenceTime;
    }

    /** Admission to first token, seconds. */
    public Histogram prefillTime() {
        return prefillTime;
    }

    /** First to last token, seconds. */
    public Histogram decodeTime() {
        return decodeTime;
    }
}
