package org.servedyno.harness.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.servedyno.results.model.Configuration;

/**
 * A typed view of {@link Configuration#settings()}, whose values are strings so that every engine's fit into one file format. The
 * plan reader wrote them, so a value that can't be read here is a bug. Keys are those of the plan.
 *
 * @param settings effective values by plan key
 */
public record EngineSettings(Map<String, String> settings) {
    /** Port to serve on; absent means that a free one is chosen for each trial. Any engine. */
    public static final String PORT = "port";
    /** {@code vllm}, {@code sglang} or {@code tensorrt-llm}. {@code engine: sim}. */
    public static final String PROFILE = "profile";
    /** The chip simulated, for example {@code h100-sxm}. {@code engine: sim}. */
    public static final String CHIP = "chip";
    /** {@code bf16} or {@code fp8}. {@code engine: sim}. */
    public static final String PRECISION = "precision";
    /** Standard deviation of the log of the speed between starts. {@code engine: sim}. */
    public static final String NOISE = "noise";
    /** Time from process start to ready, seconds. {@code engine: sim}. */
    public static final String START_SECONDS = "start-seconds";
    /** A failure to act out. {@code engine: sim}. */
    public static final String FAIL = "fail";
    /** GPUs one server spreads the model over. Any engine. */
    public static final String TENSOR_PARALLEL = "tensor-parallel";
    /** Path that answers 200 when the server is up, for example {@code /health}. {@code engine: command}. */
    public static final String READY = "ready";
    /** URL of a server that already runs, without a slash at its end. {@code engine: attach}. */
    public static final String BASE_URL = "base-url";
    /** Words put before the engine's command line, one a line. Any engine that is started. */
    public static final String LAUNCH_PREFIX = "launch.prefix";
    /** Absolute working directory. Any engine that is started. */
    public static final String LAUNCH_DIRECTORY = "launch.working-directory";
    /** How long a start may take, whole seconds. Any engine that is started. */
    public static final String READY_TIMEOUT_SECONDS = "launch.ready-timeout-seconds";

    public EngineSettings {
        settings = Map.copyOf(settings);
    }

    /** The settings of a configuration. */
    public static EngineSettings of(Configuration configuration) {
        return new EngineSettings(configuration.settings());
    }

    /** See {@link #PORT}. */
    public OptionalInt port() {
        return get(PORT).map(Integer::parseInt).map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /** See {@link #PROFILE}. */
    public String profile() {
        return require(PROFILE);
    }

    /** See {@link #CHIP}. */
    public String chip() {
        return require(CHIP);
    }

    /** See {@link #PRECISION}. */
    public String precision() {
        return require(PRECISION);
    }

    /** See {@link #NOISE}; at least 0. */
    public double noiseSigma() {
        return Double.parseDouble(require(NOISE));
    }

    /** See {@link #START_SECONDS}; at least 0. */
    public double startSeconds() {
        return Double.parseDouble(require(START_SECONDS));
    }

    /** See {@link #FAIL}. */
    public Optional<String> fail() {
        return get(FAIL);
    }

    /** See {@link #TENSOR_PARALLEL}; at least 1. */
    public int tensorParallel() {
        return Integer.parseInt(require(TENSOR_PARALLEL));
    }

    /** See {@link #READY}; begins with a slash. */
    public Optional<String> readyPath() {
        return get(READY);
    }

    /** See {@link #BASE_URL}. */
    public String baseUrl() {
        return require(BASE_URL);
    }

    /** See {@link #LAUNCH_PREFIX}; empty without one. */
    public List<String> launchPrefix() {
        return get(LAUNCH_PREFIX).map(words -> List.of(words.split("\n"))).orElse(List.of());
    }

    /** See {@link #LAUNCH_DIRECTORY}. */
    public Optional<Path> launchDirectory() {
        return get(LAUNCH_DIRECTORY).map(Path::of);
    }

    /** See {@link #READY_TIMEOUT_SECONDS}. */
    public Duration readyTimeout() {
        return Duration.ofSeconds(Long.parseLong(require(READY_TIMEOUT_SECONDS)));
    }

    private Optional<String> get(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    private String require(String key) {
        return get(key).orElseThrow(
                        () -> new IllegalStateException("the plan reader gives no " + key + " to this engine"));
    }
}
