package org.servedyno.results.report.view;

import java.util.List;

/**
 * One pass.
 *
 * @param trial the trial's id
 * @param workload the workload
 * @param kind warmup, measured or audit
 * @param number from 1
 * @param requests completed of sent, for example {@code 998/1000}
 * @param failures failures by cause; empty when none
 * @param values the shown metrics in the order of {@link #COLUMNS}, or a dash
 */
public record PassView(
        String trial, String workload, String kind, int number, String requests, String failures, List<String> values) {
    /** The metrics a pass shows. */
    public static final List<Column> COLUMNS = List.of(
            new Column("request-throughput", "Requests", "req/s"),
            new Column("output-throughput", "Output", "tok/s"),
            new Column("ttft-p50", "TTFT p50", "ms"),
            new Column("ttft-p99", "TTFT p99", "ms"),
            new Column("tpot-p50", "TPOT p50", "ms"),
            new Column("tpot-p99", "TPOT p99", "ms"),
            new Column("e2el-p99", "E2EL p99", "ms"),
            new Column("send-lag-p99", "Send lag p99", "ms"),
            new Column("gpu-power-mean", "GPU power", "W"));

    /**
     * One metric shown of each pass.
     *
     * @param id the metric's id
     * @param label its short label
     * @param unit its unit
     */
    public record Column(String id, String label, String unit) {}

    public PassView {
        values = List.copyOf(values);
    }
}
