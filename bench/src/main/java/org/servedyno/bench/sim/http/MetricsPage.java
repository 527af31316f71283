package org.servedyno.bench.sim.http;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.servedyno.bench.sim.scheduler.EngineCounters;
import org.servedyno.bench.sim.scheduler.FinishReason;
import org.servedyno.bench.sim.scheduler.Histogram;

/** The engine's counters in Prometheus' text format, under vLLM's names; what is the simulator's own begins with {@code servedyno_sim}. */
final class MetricsPage {
    private final EngineCounters counters;
    private final LongSupplier lostNs;
    private final int kvBlocks;
    private final String labels;

    MetricsPage(Service service) {
        this.counters = service.counters();
        this.lostNs = service.lostNs();
        this.kvBlocks = service.kvBlocks();
        String servedModel = service.identity().servedModel();
        String escaped = servedModel.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        this.labels = "engine=\"0\",model_name=\"" + escaped + "\"";
    }

    String render() {
        StringBuilder page = new StringBuilder(16_384);
        page.append("# SIMULATED: ServeDyno's simulated engine\n");
        gauge(page, "vllm:num_requests_running", "Requests in the running batch.", counters.running());
        gauge(page, "vllm:num_requests_waiting", "Requests waiting to be admitted.", counters.waiting());
        gauge(page, "vllm:kv_cache_usage_perc", "Share of KV cache in use, 1 is all of it.", counters.kvUsage());
        count(
                page,
                "prefix_cache_queries",
                "Tokens looked up in the prefix cache.",
                counters.prefixQueries().sum());
        count(
                page,
                "prefix_cache_hits",
                "Tokens found in the prefix cache.",
                counters.prefixHits().sum());
        count(
                page,
                "num_preemptions",
                "Running requests that lost their blocks.",
                counters.preemptions().sum());
        count(
                page,
                "prompt_tokens",
                "Prompt tokens of admitted requests.",
                counters.promptTokens().sum());
        count(
                page,
                "generation_tokens",
                "Output tokens.",
                counters.generationTokens().sum());
        finished(page);
        histogram(page, "request_prompt_tokens", "Prompt tokens of a request.", counters.requestPromptTokens());
        histogram(page, "request_generation_tokens", "Its output tokens.", counters.requestGenerationTokens());
        histogram(page, "request_num_preemptions", "Its preemptions.", counters.requestPreemptions());
        histogram(page, "iteration_tokens_total", "Tokens of a step.", counters.iterationTokens());
        histogram(page, "time_to_first_token_seconds", "Arrival to first token.", counters.timeToFirstToken());
        histogram(page, "inter_token_latency_seconds", "Token to token.", counters.interTokenLatency());
        histogram(page, "request_time_per_output_token_seconds", "Mean of it.", counters.timePerOutputToken());
        histogram(page, "e2e_request_latency_seconds", "Arrival to last token.", counters.endToEndLatency());
        histogram(page, "request_queue_time_seconds", "Arrival to admission.", counters.queueTime());
        histogram(page, "request_inference_time_seconds", "Admission to last token.", counters.inferenceTime());
        histogram(page, "request_prefill_time_seconds", "Admission to first token.", counters.prefillTime());
        histogram(page, "request_decode_time_seconds", "First to last token.", counters.decodeTime());
        page.append(
                        "# HELP vllm:cache_config_info The KV cache's configuration.\n# TYPE vllm:cache_config_info gauge\n")
                .append("vllm:cache_config_info{block_size=\"16\",engine=\"0\",num_gpu_blocks=\"")
                .append(kvBlocks)
                .append("\"} 1.0\n");
        gauge(
                page,
                "servedyno_sim:lost_seconds",
                "Time lost for want of CPU, 0 on a fit machine.",
                lostNs.getAsLong() / 1e9);
        return page.toString();
    }

    private void finished(StringBuilder page) {
        head(page, "vllm:request_success_total", "Ended requests by reason.", "counter");
        for (FinishReason reason : FinishReason.values()) {
            page.append("vllm:request_success_total{")
                    .append(labels)
                    .append(",finished_reason=\"")
                    .append(reason.label())
                    .append("\"")
                    .append("} ")
                    .append(number(counters.finished(reason).sum()))
                    .append('\n');
        }
    }

    private void count(StringBuilder page, String name, String help, long value) {
        sample(page, "vllm:" + name + "_total", help, "counter", number(value));
    }

    private void gauge(StringBuilder page, String name, String help, double value) {
        sample(page, name, help, "gauge", number(value));
    }

    private void sample(StringBuilder page, String name, String help, String type, String value) {
        head(page, name, help, type);
        page.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }

    private static void head(StringBuilder page, String name, String help, String type) {
        page.append("# HELP ").append(name).append(' ').append(help).append('\n');
        page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void histogram(StringBuilder page, String shortName, String help, Histogram histogram) {
        String name = "vllm:" + shortName;
        head(page, name, help, "histogram");
        double[] bounds = histogram.upperBounds();
        long[] counts = histogram.bucketCounts();
        long cumulated = 0;
        for (int i = 0; i < counts.length; i++) {
            cumulated += counts[i];
            String bound = i < bounds.length ? number(bounds[i]) : "+Inf";
            page.append(name)
                    .append("_bucket{")
                    .append(labels)
                    .append(",le=\"")
                    .append(bound)
                    .append("\"} ");
            page.append(number(cumulated)).append('\n');
        }
        page.append(name)
                .append("_count{")
                .append(labels)
                .append("} ")
                .append(number(cumulated))
                .append('\n');
        page.append(name).append("_sum{").append(labels).append("} ");
        page.append(number(histogram.sum())).append('\n');
    }

    private static String number(long value) {
        return value + ".0";
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.1f", value)
                : Double.toString(value);
    }
}
