package org.servedyno.harness.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.servedyno.bench.sim.EngineStartException;
import org.servedyno.bench.sim.InvalidOptionsException;
import org.servedyno.bench.sim.SimulatedEngine;
import org.servedyno.bench.sim.SimulatedEngineOptions;
import org.servedyno.bench.sim.fault.Fault;
import org.servedyno.bench.sim.fault.FaultKind;
import org.servedyno.bench.sim.model.Precision;
import org.servedyno.bench.tokenizer.Tokenizers;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code servedyno engine-sim}: the simulated engine as a server, until it is stopped. */
@Command(
        name = "engine-sim",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        header = {"The simulated engine as a server, until it is stopped.", ""},
        sortOptions = false,
        description = {
            "Serve a SIMULATED engine: an OpenAI-compatible server on a real socket whose scheduler is timed by a"
                    + " roofline model of the chip and the model. No figure from it describes a real engine.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  servedyno engine-sim --port 8000 --model Qwen/Qwen3-14B --noise 0.005",
            "  servedyno engine-sim --profile sglang --precision fp8 --fail crash-after:50"
        })
public final class EngineSimCommand implements Callable<Integer> {
    private static final double DEFAULT_START_SECONDS = 1.5;
    /** A termination signal ends the JVM once its shutdown hooks have ended; this is longer than anyone waits for one that ignores it. */
    private static final long IGNORED_SIGNAL_HOURS = 24;

    @Spec
    private CommandSpec spec;

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on (${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--port", defaultValue = "8000", description = "Port, 0 for a free one (${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--model",
            defaultValue = "Qwen/Qwen3-14B",
            description = "Model whose shape is simulated (${DEFAULT-VALUE}).")
    private String model;

    @Option(names = "--served-model-name", description = "Its name in requests (default: the model).")
    private @Nullable String servedModelName;

    @Option(
            names = "--tokenizer",
            defaultValue = Tokenizers.BUNDLED,
            description = "What prompts are counted with: ${DEFAULT-VALUE}, or a tokenizer.json or its folder.")
    private String tokenizer;

    @Option(
            names = "--profile",
            defaultValue = "vllm",
            description = "vllm, sglang or tensorrt-llm: which engine it resembles (${DEFAULT-VALUE}).")
    private String profile;

    @Option(
            names = "--chip",
            defaultValue = "h100-sxm",
            description = "h100-sxm, h200-sxm or a100-sxm (${DEFAULT-VALUE}).")
    private String chip;

    @Option(names = "--precision", description = "bf16 or fp8 (default: fp8 if the model's name ends in -FP8).")
    private @Nullable Precision precision;

    @Option(names = "--kv-cache-dtype", description = "bf16 or fp8 (default: the profile's choice).")
    private @Nullable Precision kvCachePrecision;

    @Option(
            names = {"--tensor-parallel", "--tensor-parallel-size"},
            defaultValue = "1",
            description = "GPUs the model is spread over (${DEFAULT-VALUE}).")
    private int tensorParallel;

    @Option(names = "--max-model-len", description = "Tokens of prompt and output (default: the model's limit).")
    private @Nullable Integer maxModelLen;

    @Option(names = "--max-num-seqs", description = "Sequences in a step (default: the profile's).")
    private @Nullable Integer maxNumSeqs;

    @Option(names = "--max-num-batched-tokens", description = "Tokens in a step (default: the profile's).")
    private @Nullable Integer maxNumBatchedTokens;

    @Option(names = "--gpu-memory-utilization", description = "Share of the memory, 0 to 1 (default: the profile's).")
    private @Nullable Double gpuMemoryUtilization;

    @Option(
            names = "--noise",
            paramLabel = "SIGMA",
            defaultValue = "0",
            description = "Standard deviation of the log of this start's speed; with another --seed each start is"
                    + " another fork (${DEFAULT-VALUE}).")
    private double noiseSigma;

    @Option(names = "--seed", defaultValue = "0", description = "Seed of the noise (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--start-seconds",
            defaultValue = "" + DEFAULT_START_SECONDS,
            description = "Time from start to ready (${DEFAULT-VALUE}).")
    private double startSeconds;

    @Option(names = "--no-prefix-cache", description = "Prompts that begin alike share nothing.")
    private boolean noPrefixCache;

    @Option(
            names = "--fail",
            paramLabel = "KIND[:N]",
            converter = FaultReader.class,
            description = "Act out a failure, one of: ${COMPLETION-CANDIDATES}",
            completionCandidates = FaultNames.class)
    private @Nullable Fault fault;

    @Option(names = "--gpu-state", paramLabel = "FILE", description = "Tell the simulated GPUs in FILE what runs.")
    private @Nullable Path gpuState;

    @Option(
            names = "--gpus",
            split = ",",
            paramLabel = "INDEX",
            description = "Which of them it runs on (default: the first ones).")
    private @Nullable List<Integer> gpus;

    @Option(names = "--null", description = "Answer at once, without a scheduler: to see how fast a client is.")
    private boolean nullServer;

    @SuppressWarnings("NullAway.Init") // picocli fills the fields
    EngineSimCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (ignoresSignals()) {
            Runtime.getRuntime().addShutdownHook(new Thread(EngineSimCommand::outlastSignals, "ignore-signals"));
        }
        try (SimulatedEngine engine = SimulatedEngine.start(options(), line -> printLine(out, line))) {
            if (!ignoresSignals()) {
                Runtime.getRuntime().addShutdownHook(new Thread(engine::close, "stop-engine"));
            }
            engine.awaitClose();
            return ExitCode.OK;
        } catch (InvalidOptionsException e) {
            e.problems().forEach(problem -> err.println("servedyno engine-sim: " + problem));
            return ExitCode.USAGE;
        } catch (EngineStartException e) {
            printLine(err, String.valueOf(e.getMessage()));
            return ExitCode.FAILED;
        }
    }

    private boolean ignoresSignals() {
        return fault != null && fault.kind() == FaultKind.IGNORE_SIGTERM;
    }

    private static void outlastSignals() {
        try {
            TimeUnit.HOURS.sleep(IGNORED_SIGNAL_HOURS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Each line whole and at once: it goes to a log that others follow. */
    private static void printLine(PrintWriter writer, String line) {
        synchronized (writer) {
            writer.println(line);
            writer.flush();
        }
    }

    private SimulatedEngineOptions options() {
        return new SimulatedEngineOptions(
                host,
                port,
                model,
                Optional.ofNullable(servedModelName),
                tokenizer,
                profile,
                chip,
                Optional.ofNullable(precision),
                Optional.ofNullable(kvCachePrecision),
                tensorParallel,
                optional(maxModelLen),
                optional(maxNumSeqs),
                optional(maxNumBatchedTokens),
                gpuMemoryUtilization == null ? OptionalDouble.empty() : OptionalDouble.of(gpuMemoryUtilization),
                !noPrefixCache,
                noiseSigma,
                seed,
                startSeconds,
                Optional.ofNullable(fault),
                Optional.ofNullable(gpuState),
                gpus == null
                        ? IntStream.range(0, Math.max(1, tensorParallel))
                                .boxed()
                                .toList()
                        : gpus,
                nullServer,
                Version.number());
    }

    private static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    /** Reads {@code --fail}. */
    static final class FaultReader implements ITypeConverter<Fault> {
        @Override
        public Fault convert(String text) {
            try {
                return Fault.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    /** What {@code --fail} can be. */
    static final class FaultNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(FaultKind.values()).map(FaultKind::usage).iterator();
        }
    }
}
