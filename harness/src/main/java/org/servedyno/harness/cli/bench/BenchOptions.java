package org.servedyno.harness.cli.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of {@code servedyno bench}, as the user gave them: those of {@code vllm bench serve} v0.11.0 with its defaults, and ours. */
@SuppressWarnings("NullAway.Init") // picocli fills the fields
public final class BenchOptions {
    @Option(
            names = {"--backend", "--endpoint-type"},
            defaultValue = "openai",
            description = "openai, vllm or openai-chat (${DEFAULT-VALUE}).")
    String backend;

    @Option(
            names = "--base-url",
            description = "Server, for example http://127.0.0.1:8000; in place of --host and --port.")
    @Nullable
    String baseUrl;

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "(${DEFAULT-VALUE})")
    String host;

    @Option(names = "--port", defaultValue = "8000", description = "(${DEFAULT-VALUE})")
    int port;

    @Option(names = "--endpoint", description = "Path of the API (default: /v1/completions, or /v1/chat/completions).")
    @Nullable
    String endpoint;

    @Option(names = "--model", description = "Model (default: the first one the server names).")
    @Nullable
    String model;

    @Option(names = "--served-model-name", description = "Its name in requests (default: the model).")
    @Nullable
    String servedModelName;

    @Option(
            names = "--tokenizer",
            description = "o200k, or a folder or file with a tokenizer.json (default: o200k, said so).")
    @Nullable
    String tokenizer;

    @Option(names = "--dataset-name", defaultValue = "random", description = "random or sharegpt (${DEFAULT-VALUE}).")
    String datasetName;

    @Option(names = "--dataset-path", description = "File of the dataset.")
    @Nullable
    Path datasetPath;

    @Option(names = "--num-prompts", defaultValue = "1000", description = "(${DEFAULT-VALUE})")
    int numPrompts;

    @Option(names = "--seed", defaultValue = "0", description = "(${DEFAULT-VALUE})")
    long seed;

    @Option(names = "--random-input-len", defaultValue = "1024", description = "Prompt tokens (${DEFAULT-VALUE}).")
    int randomInputLen;

    @Option(names = "--random-output-len", defaultValue = "128", description = "Output tokens (${DEFAULT-VALUE}).")
    int randomOutputLen;

    @Option(
            names = "--random-range-ratio",
            defaultValue = "0.0",
            description = "Half width of both lengths, below 1 (${DEFAULT-VALUE}).")
    double randomRangeRatio;

    @Option(names = "--sharegpt-output-len", description = "Output tokens in place of the reference answer's.")
    @Nullable
    Integer sharegptOutputLen;

    @Option(names = "--max-concurrency", description = "Most requests in flight (default: all at once).")
    @Nullable
    Integer maxConcurrency;

    @Option(
            names = "--request-rate",
            defaultValue = "inf",
            description = "Requests a second, Poisson arrivals (${DEFAULT-VALUE}).")
    String requestRate;

    @Option(names = "--burstiness", defaultValue = "1.0", description = "Only 1.0 is supported.")
    double burstiness;

    @Option(names = "--ignore-eos", description = "Generate on past the end-of-sequence token.")
    boolean ignoreEos;

    @Option(names = "--temperature", description = "(default: 0.0)")
    @Nullable
    Double temperature;

    @Option(names = "--top-p", description = "Sampling parameter; sent only if given, as are the next two.")
    @Nullable
    Double topP;

    @Option(names = "--top-k")
    @Nullable
    Integer topK;

    @Option(names = "--min-p")
    @Nullable
    Double minP;

    @Option(
            names = "--goodput",
            arity = "1..*",
            paramLabel = "KEY:MS",
            description = "Limits: ttft:MS tpot:MS e2el:MS.")
    @Nullable
    List<String> goodput;

    @Option(
            names = "--percentile-metrics",
            split = ",",
            defaultValue = "ttft,tpot,itl",
            description = "Of ttft, tpot, itl, e2el (${DEFAULT-VALUE}).")
    List<String> percentileMetrics;

    @Option(names = "--metric-percentiles", split = ",", defaultValue = "99", description = "(${DEFAULT-VALUE})")
    List<Double> metricPercentiles;

    @Option(names = "--save-result", description = "Write vLLM's JSON, and our stamp beside it.")
    boolean saveResult;

    @Option(names = "--save-detailed", description = "With each request's lengths, times and text.")
    boolean saveDetailed;

    @Option(names = "--result-dir", description = "Folder of the result.")
    @Nullable
    Path resultDir;

    @Option(names = "--result-filename", description = "Its name (default: vLLM's).")
    @Nullable
    String resultFilename;

    @Option(names = "--label", description = "Prefix of the name in place of the backend.")
    @Nullable
    String label;

    @Option(names = "--metadata", arity = "1..*", paramLabel = "KEY=VALUE", description = "Kept in the result.")
    @Nullable
    Map<String, String> metadata;

    @Option(names = "--header", arity = "1..*", paramLabel = "KEY=VALUE", description = "Sent with each request.")
    @Nullable
    Map<String, String> headers;

    @Option(names = "--request-id-prefix", defaultValue = "benchmark-serving", description = "(${DEFAULT-VALUE})")
    String requestIdPrefix;

    @Option(names = "--disable-tqdm", description = "No progress.")
    boolean disableProgress;

    @Option(
            names = "--ready-check-timeout-sec",
            defaultValue = "600",
            description = "Longest wait for a first good answer, 0 for no check (${DEFAULT-VALUE}).")
    int readyCheckTimeoutSeconds;

    @Option(names = "--api-key", description = "Sent as a bearer token, never printed (default: OPENAI_API_KEY).")
    @Nullable
    String apiKey;

    @Option(
            names = "--request-timeout",
            paramLabel = "SECONDS",
            defaultValue = "21600",
            description = "Longest a request may take (${DEFAULT-VALUE}).")
    long requestTimeoutSeconds;

    @Option(
            names = "--chunk-timeout",
            paramLabel = "SECONDS",
            defaultValue = "600",
            description = "Longest silence of the server (${DEFAULT-VALUE}).")
    long chunkTimeoutSeconds;

    @Option(
            names = "--run-timeout",
            paramLabel = "SECONDS",
            defaultValue = "86400",
            description = "Longest the whole pass may take (${DEFAULT-VALUE}).")
    long runTimeoutSeconds;

    @Option(
            names = "--ttft-from",
            defaultValue = "sent",
            description = "sent, or start as in vLLM, connecting included (${DEFAULT-VALUE}).")
    String ttftFrom;

    @Option(
            names = "--max-failures",
            paramLabel = "PERCENT",
            defaultValue = "1",
            description = "Exit 1 when more requests than this failed (${DEFAULT-VALUE} %%).")
    double maxFailuresPercent;

    @Option(names = "--json", description = "One JSON document on stdout, all else on stderr.")
    boolean json;

    @Option(
            names = {
                "--append-result",
                "--burst-size",
                "--custom-output-len",
                "--custom-skip-chat-template",
                "--disable-shuffle",
                "--hf-name",
                "--hf-output-len",
                "--hf-split",
                "--hf-subset",
                "--logprobs",
                "--lora-modules",
                "--no-oversample",
                "--prefix-repetition-num-prefixes",
                "--profile",
                "--ramp-up-end-rps",
                "--ramp-up-start-rps",
                "--ramp-up-strategy",
                "--random-batch-size",
                "--random-prefix-len",
                "--sonnet-input-len",
                "--sonnet-output-len",
                "--sonnet-prefix-len",
                "--tokenizer-mode",
                "--trust-remote-code",
                "--use-beam-search"
            },
            hidden = true,
            arity = "0..*")
    @Nullable
    List<String> refused;
}
