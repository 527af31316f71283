package org.servedyno.harness.cli.bench;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.metric.Metric;
import org.servedyno.results.metric.MetricCatalogue;
import org.servedyno.results.metric.PassMetrics;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.RequestRecord;

/** The block printed below vLLM's: what that one has no room for. */
final class ServeDynoBlock {
    private static final int WIDTH = 50;
    private static final int LABEL_WIDTH = 40;
    private static final int WORDS_WIDTH = 160;

    private final StringBuilder text = new StringBuilder();

    private ServeDynoBlock() {}

    /** Lines ended by {@code \n}. */
    static String render(BenchResult result) {
        ServeDynoBlock block = new ServeDynoBlock();
        block.text.append("------------ ServeDyno: what stands behind -------\n");
        block.failures(result);
        block.tokens(result);
        block.client(result.metrics(), result.load().client().sentAgain());
        block.text.append("=".repeat(WIDTH)).append('\n');
        if (result.simulated()) {
            block.text.append("SIMULATED: no figure above describes a real engine.\n");
        }
        if (result.load().client().stopped()) {
            block.text.append("PARTIAL: stopped before its end; what was measured until then.\n");
        }
        return block.text.toString();
    }

    private void failures(BenchResult result) {
        row(
                "Failed requests:",
                result.failed() + " of " + result.load().client().records().size());
        result.load().failures().forEach((cause, count) -> {
            row("  " + cause + ":", Integer.toString(count));
            String words = result.load().client().serverWords().get(cause);
            if (words != null) {
                String line = words.replaceAll("\\s+", " ").strip();
                text.append("    \"")
                        .append(line.length() > WORDS_WIDTH ? line.substring(0, WORDS_WIDTH) + "..." : line)
                        .append("\"\n");
            }
        });
    }

    private void tokens(BenchResult result) {
        Map<String, WorkloadRequest> asked = new HashMap<>();
        result.set().requests().forEach(request -> asked.put(request.id(), request));
        long askedPrompt = 0;
        long askedOutput = 0;
        int succeeded = 0;
        for (RequestRecord record : result.load().client().records()) {
            WorkloadRequest request = asked.get(record.id());
            if (record.succeeded() && request != null) {
                askedPrompt += request.promptTokens();
                askedOutput += request.outputTokens();
                succeeded++;
            }
        }
        row("Prompt tokens, ours / server's:", askedPrompt + " / " + result.servedPromptTokens());
        row(
                "Output tokens, asked / served:",
                askedOutput + " / "
                        + PassMetrics.outputTokens(result.load().client().records()));
        row("Requests counted by the server:", result.countedBy("usage") + " of " + succeeded);
        long byUs = result.countedBy(OutputTokens.SOURCE);
        if (byUs > 0) {
            row("Counted by our tokenizer, estimated:", byUs + " of " + succeeded);
        }
        long unknown = result.countedBy("none");
        if (unknown > 0) {
            row("Output tokens unknown:", unknown + " of " + succeeded);
        }
    }

    private void client(Map<String, MetricValue> metrics, int sentAgain) {
        if (sentAgain > 0) {
            row("Sent again on a fresh connection:", Integer.toString(sentAgain));
        }
        for (String id : new String[] {
            "send-lag-p99", "in-flight-peak", "client-pause-p99", "client-pause-max", "client-cpu-share"
        }) {
            MetricValue metric = metrics.get(id);
            if (metric != null) {
                String value = metric.value()
                        .map(number -> String.format(Locale.ROOT, "%.2f", number))
                        .toOptional()
                        .orElseGet(
                                () -> "none: " + metric.value().absentReason().orElse(""));
                row(MetricCatalogue.find(id).map(Metric::label).orElse(id) + " (" + metric.unit() + "):", value);
            }
        }
    }

    private void row(String label, String value) {
        text.append(label)
                .append(" ".repeat(Math.max(0, LABEL_WIDTH - label.length())))
                .append(' ')
                .append(value)
                .append('\n');
    }
}
