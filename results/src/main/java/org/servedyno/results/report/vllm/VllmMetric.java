package org.servedyno.results.report.vllm;

import java.util.List;

/**
 * One latency of the block: its distribution over the requests (ITL: over all gaps), in milliseconds.
 *
 * @param kind which latency
 * @param meanMs arithmetic mean
 * @param medianMs median
 * @param stdMs population standard deviation; in the JSON only
 * @param percentiles in the order asked for
 */
public record VllmMetric(Kind kind, double meanMs, double medianMs, double stdMs, List<Percentile> percentiles) {
    /** The latencies vLLM knows, in the order it prints them. */
    public enum Kind {
        TTFT("ttft", "Time to First Token"),
        TPOT("tpot", "Time per Output Token (excl. 1st token)"),
        ITL("itl", "Inter-token Latency"),
        E2EL("e2el", "End-to-end Latency");

        private final String key;
        private final String title;

        Kind(String key, String title) {
            this.key = key;
            this.title = title;
        }

        /** The word in JSON keys and in {@code --percentile-metrics}. */
        public String key() {
            return key;
        }

        /** The title of its section. */
        public String title() {
            return title;
        }
    }

    /**
     * One percentile.
     *
     * @param rank in (0, 100], for example 99 or 99.9
     * @param valueMs its value, milliseconds
     */
    public record Percentile(double rank, double valueMs) {
        /** The rank as vLLM names it: {@code 99} when whole, else {@code 99.9}. */
        public String name() {
            return rank == Math.rint(rank) ? Long.toString((long) rank) : PythonNumbers.repr(rank);
        }
    }

    public VllmMetric {
        percentiles = List.copyOf(percentiles);
    }
}
