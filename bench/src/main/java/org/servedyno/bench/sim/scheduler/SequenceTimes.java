package org.servedyno.bench.sim.scheduler;

/** When a sequence reached which stage, monotonic nanoseconds; and how often it was preempted. */
final class SequenceTimes {
    private long arrivalNs;
    private long scheduledNs;
    private long firstTokenNs;
    private long lastTokenNs;
    private boolean scheduled;
    private int preemptions;

    void arrived(long nowNs) {
        arrivalNs = nowNs;
    }

    /** Notes the first admission; later ones, after a preemption, change nothing. */
    void scheduled(long nowNs) {
        if (!scheduled) {
            scheduled = true;
            scheduledNs = nowNs;
        }
    }

    boolean wasScheduled() {
        return scheduled;
    }

    void preempted() {
        preemptions++;
    }

    /** Notes a token and tells the counters what there is to tell about it. */
    void token(long nowNs, int index, EngineCounters counters) {
        if (index == 0) {
            firstTokenNs = nowNs;
            counters.timeToFirstToken().observeNs(nowNs - arrivalNs);
        } else {
            counters.interTokenLatency().observeNs(nowNs - lastTokenNs);
        }
        lastTokenNs = nowNs;
    }

    void finished(int promptTokens, int outputTokens, EngineCounters counters) {
        counters.requestPromptTokens().observe(promptTokens);
        counters.requestGenerationTokens().observe(outputTokens);
        counters.endToEndLatency().observeNs(lastTokenNs - arrivalNs);
        counters.queueTime().observeNs(scheduledNs - arrivalNs);
        counters.inferenceTime().observeNs(lastTokenNs - scheduledNs);
        counters.prefillTime().observeNs(firstTokenNs - scheduledNs);
        counters.decodeTime().observeNs(lastTokenNs - firstTokenNs);
        counters.requestPreemptions().observe(preemptions);
        if (outputTokens > 1) {
            counters.timePerOutputToken().observe((lastTokenNs - firstTokenNs) / 1e9 / (outputTokens - 1));
        }
    }
}
