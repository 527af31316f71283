package org.servedyno.bench.sim;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.servedyno.bench.sim.fault.Fault;
import org.servedyno.bench.sim.model.Precision;
import org.servedyno.bench.tokenizer.Tokenizers;

/**
 * How the simulated engine is to run. Names that can't be resolved and values out of range are found at the start, all together.
 *
 * @param host address to listen on
 * @param port 0 for a free one
 * @param model a model the simulator knows the shape of
 * @param servedModelName the name in requests; the model's own if empty
 * @param tokenizer what prompts are counted with: {@code o200k}, or a {@code tokenizer.json} or its folder
 * @param profile {@code vllm}, {@code sglang} or {@code tensorrt-llm}
 * @param chip for example {@code h100-sxm}
 * @param precision what the model's name promises if empty
 * @param kvCachePrecision the profile's choice if empty
 * @param tensorParallel GPUs one model is spread over
 * @param maxModelLen tokens of prompt and output together; the model's own limit if empty
 * @param maxNumSeqs the profile's default if empty
 * @param maxNumBatchedTokens the profile's default if empty
 * @param gpuMemoryUtilization 0 to 1; the profile's default if empty
 * @param prefixCache whether prompts that begin alike share their beginning
 * @param noiseSigma standard deviation of the log of this start's speed factor
 * @param seed of the noise
 * @param startSeconds how long loading takes
 * @param fault a failure to act out
 * @param gpuState file through which the simulated GPUs learn what the engine does
 * @param gpus indexes of the GPUs it runs on
 * @param nullServer whether to answer at once, without a scheduler, for calibrating clients
 * @param version ServeDyno's version, for the {@code server} header
 */
public record SimulatedEngineOptions(
        String host,
        int port,
        String model,
        Optional<String> servedModelName,
        String tokenizer,
        String profile,
        String chip,
        Optional<Precision> precision,
        Optional<Precision> kvCachePrecision,
        int tensorParallel,
        OptionalInt maxModelLen,
        OptionalInt maxNumSeqs,
        OptionalInt maxNumBatchedTokens,
        OptionalDouble gpuMemoryUtilization,
        boolean prefixCache,
        double noiseSigma,
        long seed,
        double startSeconds,
        Optional<Fault> fault,
        Optional<Path> gpuState,
        List<Integer> gpus,
        boolean nullServer,
        String version) {
    public SimulatedEngineOptions {
        gpus = List.copyOf(gpus);
    }

    /** Everything at its default: Qwen3-14B in bf16 under the vLLM-like profile on one H100, a free port of 127.0.0.1, no noise, no wait. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects options; each method is named after the component it sets. */
    public static final class Builder {
        private String host = "127.0.0.1";
        private int port;
        private String model = "Qwen/Qwen3-14B";
        private Optional<String> servedModelName = Optional.empty();
        private String tokenizer = Tokenizers.BUNDLED;
        private String profile = "vllm";
        private String chip = "h100-sxm";
        private Optional<Precision> precision = Optional.empty();
        private Optional<Precision> kvCachePrecision = Optional.empty();
        private int tensorParallel = 1;
        private OptionalInt maxModelLen = OptionalInt.empty();
        private OptionalInt maxNumSeqs = OptionalInt.empty();
        private OptionalInt maxNumBatchedTokens = OptionalInt.empty();
        private OptionalDouble gpuMemoryUtilization = OptionalDouble.empty();
        private boolean prefixCache = true;
        private double noiseSigma;
        private long seed;
        private double startSeconds;
        private Optional<Fault> fault = Optional.empty();
        private Optional<Path> gpuState = Optional.empty();
        private List<Integer> gpus = List.of(0);
        private boolean nullServer;
        private String version = "0";

        private Builder() {}

        public Builder host(String value) {
            host = value;
            return this;
        }

        public Builder port(int value) {
            port = value;
            return this;
        }

        public Builder model(String value) {
            model = value;
            return this;
        }

        public Builder servedModelName(String value) {
            servedModelName = Optional.of(value);
            return this;
        }

        public Builder tokenizer(String value) {
            tokenizer = value;
            return this;
        }

        public Builder profile(String value) {
            profile = value;
            return this;
        }

        public Builder chip(String value) {
            chip = value;
            return this;
        }

        public Builder precision(Precision value) {
            precision = Optional.of(value);
            return this;
        }

        public Builder kvCachePrecision(Precision value) {
            kvCachePrecision = Optional.of(value);
            return this;
        }

        public Builder tensorParallel(int value) {
            tensorParallel = value;
            return this;
        }

        public Builder maxModelLen(int value) {
            maxModelLen = OptionalInt.of(value);
            return this;
        }

        public Builder maxNumSeqs(int value) {
            maxNumSeqs = OptionalInt.of(value);
            return this;
        }

        public Builder maxNumBatchedTokens(int value) {
            maxNumBatchedTokens = OptionalInt.of(value);
            return this;
        }

        public Builder gpuMemoryUtilization(double value) {
            gpuMemoryUtilization = OptionalDouble.of(value);
            return this;
        }

        public Builder prefixCache(boolean value) {
            prefixCache = value;
            return this;
        }

        public Builder noiseSigma(double value) {
            noiseSigma = value;
            return this;
        }

        public Builder seed(long value) {
            seed = value;
            return this;
        }

        public Builder startSeconds(double value) {
            startSeconds = value;
            return this;
        }

        public Builder fault(Fault value) {
            fault = Optional.of(value);
            return this;
        }

        public Builder gpuState(Path value) {
            gpuState = Optional.of(value);
            return this;
        }

        public Builder gpus(List<Integer> value) {
            gpus = value;
            return this;
        }

        public Builder nullServer(boolean value) {
            nullServer = value;
            return this;
        }

        public Builder version(String value) {
            version = value;
            return this;
        }

        /** The options as set. */
        public SimulatedEngineOptions build() {
            return new SimulatedEngineOptions(
                    host,
                    port,
                    model,
                    servedModelName,
                    tokenizer,
                    profile,
                    chip,
                    precision,
                    kvCachePrecision,
                    tensorParallel,
                    maxModelLen,
                    maxNumSeqs,
                    maxNumBatchedTokens,
                    gpuMemoryUtilization,
                    prefixCache,
                    noiseSigma,
                    seed,
                    startSeconds,
                    fault,
                    gpuState,
                    gpus,
                    nullServer,
                    version);
        }
    }
}
