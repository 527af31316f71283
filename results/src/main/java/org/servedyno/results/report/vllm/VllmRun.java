package org.servedyno.results.report.vllm;

import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How a benchmark was run: the part of vLLM's result file that is not measured.
 *
 * @param date local time at the end of the run
 * @param backend {@code vllm}, {@code openai}, {@code openai-chat}
 * @param label the user's label
 * @param modelId the model asked for
 * @param tokenizerId name or path of the tokenizer
 * @param numPrompts requests asked for
 * @param metadata the user's {@code KEY=VALUE} pairs, in their order
 * @param requestsPerSecond the configured rate; empty means all at once, {@code "inf"} in the file
 * @param burstiness shape of the arrival gaps, 1 for a Poisson process
 * @param maxConcurrency bound of requests in flight
 */
public record VllmRun(
        LocalDateTime date,
        String backend,
        Optional<String> label,
        String modelId,
        String tokenizerId,
        int numPrompts,
        Map<String, String> metadata,
        OptionalDouble requestsPerSecond,
        double burstiness,
        OptionalInt maxConcurrency) {
    public VllmRun {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }
}
