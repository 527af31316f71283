package org.servedyno.results.report.vllm;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The console block {@code vllm bench serve} v0.11.0 prints at the end of a run, to the character. */
public final class VllmBlock {
    private static final int WIDTH = 50;
    private static final int LABEL_WIDTH = 40;
    private static final int VALUE_WIDTH = 10;

    private final StringBuilder text = new StringBuilder();

    private VllmBlock() {}

    /**
     * Renders the block.
     *
     * @param figures what was measured
     * @param maxConcurrency the bound of requests in flight; its row is left out when there is none
     * @param requestsPerSecond the configured rate; its row is left out when requests go out at once
     * @return lines ended by {@code \n}; values keep their trailing blanks, as vLLM's do
     */
    public static String render(VllmFigures figures, OptionalInt maxConcurrency, OptionalDouble requestsPerSecond) {
        VllmBlock block = new VllmBlock();
        block.title(" Serving Benchmark Result ", '=');
        block.row("Successful requests:", figures.completed());
        maxConcurrency.ifPresent(bound -> block.row("Maximum request concurrency:", bound));
        requestsPerSecond.ifPresent(rate -> block.row("Request rate configured (RPS):", rate));
        block.totals(figures);
        figures.metrics().forEach(block::section);
        block.title("", '=');
        return block.text.toString();
    }

    private void totals(VllmFigures figures) {
        row("Benchmark duration (s):", figures.durationSeconds());
        row("Total input tokens:", figures.totalInputTokens());
        row("Total generated tokens:", figures.totalOutputTokens());
        row("Request throughput (req/s):", figures.requestThroughput());
        figures.requestGoodput().ifPresent(goodput -> row("Request goodput (req/s):", goodput));
        row("Output token throughput (tok/s):", figures.outputThroughput());
        row("Peak output token throughput (tok/s):", figures.peakOutputTokensPerSecond());
        row("Peak concurrent requests:", (double) figures.peakConcurrentRequests());
        row("Total Token throughput (tok/s):", figures.totalTokenThroughput());
    }

    private void section(VllmMetric metric) {
        title(metric.kind().title(), '-');
        String name = metric.kind().name();
        row("Mean " + name + " (ms):", metric.meanMs());
        row("Median " + name + " (ms):", metric.medianMs());
        for (VllmMetric.Percentile percentile : metric.percentiles()) {
            row("P" + percentile.name() + " " + name + " (ms):", percentile.valueMs());
        }
    }

    private void title(String title, char filler) {
        int left = Math.max(0, WIDTH - title.length()) / 2;
        int right = Math.max(0, WIDTH - title.length()) - left;
        text.append(String.valueOf(filler).repeat(left))
                .append(title)
                .append(String.valueOf(filler).repeat(right))
                .append('\n');
    }

    private void row(String label, long count) {
        row(label, Long.toString(count));
    }

    private void row(String label, double value) {
        row(label, PythonNumbers.fixed2(value));
    }

    private void row(String label, String value) {
        padded(label, LABEL_WIDTH).append(' ');
        padded(value, VALUE_WIDTH).append('\n');
    }

    private StringBuilder padded(String cell, int width) {
        return text.append(cell).append(" ".repeat(Math.max(0, width - cell.length())));
    }
}
