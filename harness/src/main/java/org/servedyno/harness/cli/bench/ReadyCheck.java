package org.servedyno.harness.cli.bench;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.servedyno.bench.client.LoadClient;
import org.servedyno.bench.load.LoadJob;
import org.servedyno.bench.load.LoadResult;
import org.servedyno.bench.load.LoadRun;
import org.servedyno.bench.workload.WorkloadRequest;

/**
 * Sends the first request until it succeeds, as vLLM does before it measures.
 *
 * @param client the client to be used
 * @param job with the first request alone
 * @param stop asked whether to give up
 * @param say hears what goes wrong
 */
record ReadyCheck(LoadClient client, LoadJob job, BooleanSupplier stop, Consumer<String> say) {
    private static final long RETRY_SECONDS = 5;
    /** Answers that waiting does not change: the request itself is refused. */
    private static final Set<String> FINAL =
            Set.of("http-400", "http-401", "http-403", "http-404", "http-405", "http-422");

    /**
     * What the check came to.
     *
     * @param good whether the load may begin
     * @param countsTokens whether the server is known to report usage
     */
    record Answer(boolean good, boolean countsTokens) {}

    /** @param limitSeconds longest wait; 0 for no check */
    Answer run(int limitSeconds) throws IOException, InterruptedException {
        if (limitSeconds <= 0) {
            return new Answer(true, false);
        }
        LoadJob now = job.withRequests(
                job.requests().stream().map(ReadyCheck::withoutArrival).toList());
        long startNs = System.nanoTime();
        while (true) {
            LoadResult check = LoadRun.run(client, now, (done, failed, total) -> {}, stop);
            Map<String, Integer> failures = check.failures();
            if (failures.isEmpty() && !check.client().stopped()) {
                return new Answer(
                        true,
                        check.client().records().stream()
                                .allMatch(record -> record.outputTokens().isPresent()));
            }
            String cause =
                    failures.keySet() + " " + check.client().serverWords().values();
            if (failures.keySet().stream().anyMatch(FINAL::contains)) {
                say.accept("the server refuses the first request: " + cause);
                return new Answer(false, false);
            }
            if (stop.getAsBoolean() || System.nanoTime() - startNs >= TimeUnit.SECONDS.toNanos(limitSeconds)) {
                say.accept("the first request did not succeed within " + limitSeconds + " s: " + cause);
                return new Answer(false, false);
            }
            say.accept("the first request failed: " + cause + "; again in " + RETRY_SECONDS + " s");
            pause();
        }
    }

    private void pause() throws InterruptedException {
        for (int i = 0; i < RETRY_SECONDS * 10 && !stop.getAsBoolean(); i++) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static WorkloadRequest withoutArrival(WorkloadRequest request) {
        return new WorkloadRequest(request.id(), request.prompt(), request.promptTokens(), request.outputTokens(), 0);
    }
}
