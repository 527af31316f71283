package org.servedyno.results.report.vllm;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The figures of one benchmark run by vLLM's rules. Sets are over successful requests.
 *
 * @param completed successful requests
 * @param durationSeconds from the start of the schedule to the end of the last request
 * @param totalInputTokens prompt tokens by the client's count
 * @param totalOutputTokens generated tokens
 * @param requestThroughput requests a second
 * @param requestGoodput requests a second that met every limit; empty when no limit was asked
 * @param outputThroughput generated tokens a second
 * @param totalTokenThroughput prompt and generated tokens a second
 * @param peakOutputTokensPerSecond stream events in the busiest second
 * @param peakConcurrentRequests requests touching the busiest second
 * @param metrics the selected latencies, in the order they are shown
 */
public record VllmFigures(
        long completed,
        double durationSeconds,
        long totalInputTokens,
        long totalOutputTokens,
        double requestThroughput,
        OptionalDouble requestGoodput,
        double outputThroughput,
        double totalTokenThroughput,
        double peakOutputTokensPerSecond,
        long peakConcurrentRequests,
        List<VllmMetric> metrics) {
    public VllmFigures {
        metrics = List.copyOf(metrics);
    }
}
