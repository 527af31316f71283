package org.servedyno.harness.plan.words;

import java.util.List;
import java.util.stream.Stream;

/** The names that values of a plan may hold. */
public final class PlanWords {
    /** The engines a plan can run. */
    public static final List<String> ENGINES = List.of("sim", "command", "attach");

    /** The engines whose adapters are not written yet. */
    public static final List<String> LATER_ENGINES = List.of("vllm", "sglang", "tensorrt-llm");

    /** Where the prompts come from. */
    public static final List<String> DATASETS = List.of("random", "sharegpt");

    /** Weights and arithmetic of the simulated engine. */
    public static final List<String> PRECISIONS = List.of("bf16", "fp8");

    /** Flags of the simulated engine that {@code args} may set; the others follow from keys of their own. */
    public static final List<String> SIM_ARGS = List.of(
            "max-model-len",
            "max-num-seqs",
            "max-num-batched-tokens",
            "gpu-memory-utilization",
            "kv-cache-dtype",
            "no-prefix-cache");

    /** When warmup ends. */
    public static final List<String> WARMUP_ENDS = List.of("steady", "passes");

    /** Metrics of any load. */
    private static final List<String> LOAD_METRICS = List.of(
            "request-throughput",
            "output-throughput",
            "total-throughput",
            "ttft-mean",
            "ttft-p50",
            "ttft-p99",
            "tpot-mean",
            "tpot-p50",
            "tpot-p99",
            "itl-mean",
            "itl-p50",
            "itl-p99",
            "e2el-mean",
            "e2el-p50",
            "e2el-p99");

    /** Metrics that exist only where requests have an intended time: with {@code rate}. */
    public static final List<String> OPEN_LOOP_METRICS = List.of(
            "ttft-from-intended-mean",
            "ttft-from-intended-p50",
            "ttft-from-intended-p99",
            "e2el-from-intended-mean",
            "e2el-from-intended-p50",
            "e2el-from-intended-p99");

    /** Metrics that exist only where the GPU is traced. */
    public static final List<String> GPU_METRICS = List.of("gpu-energy", "energy-per-token", "tokens-per-joule");

    /** Every metric a verdict can be about. */
    public static final List<String> METRICS = Stream.of(LOAD_METRICS, OPEN_LOOP_METRICS, GPU_METRICS)
            .flatMap(List::stream)
            .toList();

    private PlanWords() {}
}
