package org.servedyno.results.model;

import java.util.Map;

/**
 * The workload's whole request set once, or one fixed time window.
 *
 * @param workload the workload's name
 * @param number from 1 within a trial, workload and kind
 * @param kind warmup, measured or audit
 * @param simulated whether the engine is simulated
 * @param workSha256 digest over prompts, lengths and arrival times
 * @param requests how many requests were sent
 * @param completed how many succeeded
 * @param failures how many failed, by cause
 * @param metrics every metric by id
 * @param startMonotonicNs when the first request was due, on the load generator's monotonic clock
 * @param endMonotonicNs when the last request ended
 * @param startAnchor both clocks at the start
 * @param endAnchor both clocks at the end
 */
public record Pass(
        String workload,
        int number,
        Kind kind,
        boolean simulated,
        String workSha256,
        int requests,
        int completed,
        Map<String, Integer> failures,
        Map<String, MetricValue> metrics,
        long startMonotonicNs,
        long endMonotonicNs,
        ClockAnchor startAnchor,
        ClockAnchor endAnchor) {
    /** What a pass is for. */
    public enum Kind {
        WARMUP("warmup"),
        MEASURED("measured"),
        AUDIT("audit");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The word in files and reports. */
        public String word() {
            return word;
        }
    }

    public Pass {
        failures = Map.copyOf(failures);
        metrics = Map.copyOf(metrics);
    }

    /** Name of the pass's folder: {@code <workload>-<n>}, with the kind in it unless it is measured. */
    public static String folderName(String workload, Kind kind, int number) {
        return kind == Kind.MEASURED ? workload + "-" + number : workload + "-" + kind.word() + "-" + number;
    }
}
