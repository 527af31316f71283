package org.servedyno.results.report.vllm;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.servedyno.results.metric.VllmView;

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

    /**
     * The figures to print of a view.
     *
     * @param selected the latencies to show, in any order
     * @param ranks the percentiles to show, each in (0, 100]
     */
    public static VllmFigures of(VllmView view, Set<VllmMetric.Kind> selected, List<Double> ranks) {
        return new VllmFigures(
                view.completed(),
                view.durationSeconds(),
                view.totalInputTokens(),
                view.totalOutputTokens(),
                view.requestThroughput(),
                view.requestGoodput(),
                view.outputThroughput(),
                view.totalTokenThroughput(),
                view.peakOutputTokensPerSecond(),
                view.peakConcurrentRequests(),
                Arrays.stream(VllmMetric.Kind.values())
                        .filter(selected::contains)
                        .map(kind -> metric(kind, view, ranks))
                        .toList());
    }

    private static VllmMetric metric(VllmMetric.Kind kind, VllmView view, List<Double> ranks) {
        VllmView.Latency latency = switch (kind) {
            case TTFT -> view.ttft();
            case TPOT -> view.tpot();
            case ITL -> view.itl();
            case E2EL -> view.e2el();
        };
        return new VllmMetric(
                kind,
                latency.meanMs(),
                latency.medianMs(),
                latency.stdMs(),
                ranks.stream()
                        .map(rank -> new VllmMetric.Percentile(rank, latency.percentileMs(rank)))
                        .toList());
    }
}
