package org.servedyno.bench.workload;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.servedyno.results.model.Workload;

/** Workloads for tests. */
final class Workloads {
    private Workloads() {}

    static Workload random(int prompts, int inputTokens, int outputTokens, double rangeRatio, long seed) {
        return new Workload(
                "short",
                "random",
                Optional.empty(),
                prompts,
                OptionalInt.of(inputTokens),
                OptionalInt.of(outputTokens),
                rangeRatio,
                seed,
                Workload.Endpoint.COMPLETIONS,
                true,
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    static Workload shareGpt(String path, int prompts, OptionalInt outputTokens) {
        return new Workload(
                "chat",
                "sharegpt",
                Optional.of(path),
                prompts,
                OptionalInt.empty(),
                outputTokens,
                0,
                0,
                Workload.Endpoint.CHAT,
                false,
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    static Workload atRate(Workload workload, double requestsPerSecond) {
        return new Workload(
                workload.name(),
                workload.dataset(),
                workload.path(),
                workload.prompts(),
                workload.inputTokens(),
                workload.outputTokens(),
                workload.rangeRatio(),
                workload.seed(),
                workload.endpoint(),
                workload.ignoreEos(),
                workload.concurrency(),
                OptionalDouble.of(requestsPerSecond),
                workload.window());
    }
}
