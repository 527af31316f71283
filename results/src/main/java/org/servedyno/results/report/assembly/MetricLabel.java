package org.servedyno.results.report.assembly;

import java.util.Locale;
import java.util.Map;

/** The words a reader knows a metric by. */
final class MetricLabel {
    private static final Map<String, String> TERMS =
            Map.of("ttft", "TTFT", "tpot", "TPOT", "itl", "ITL", "e2el", "E2EL", "gpu", "GPU", "sm", "SM");

    private MetricLabel() {}

    /** The label of a metric's id: {@code ttft-p99} is {@code TTFT p99}, {@code output-throughput} is {@code Output throughput}. */
    static String of(String id) {
        StringBuilder label = new StringBuilder();
        for (String word : id.split("-", -1)) {
            label.append(label.isEmpty() ? "" : " ").append(TERMS.getOrDefault(word, word));
        }
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }
}
