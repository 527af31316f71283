package org.servedyno.results.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A request set with a load rule.
 *
 * @param name the plan's name for it
 * @param dataset {@code random} or {@code sharegpt} (more kinds come with their readers)
 * @param path the dataset's file, where it has one
 * @param prompts number of requests, at least 1
 * @param inputTokens asked prompt length of {@code random}
 * @param outputTokens asked output length; for {@code sharegpt} an override of the reference answer's length
 * @param rangeRatio half width of the length range of {@code random} relative to the length, in [0, 1)
 * @param seed seed of sampling and of arrival times
 * @param endpoint which API carries the requests
 * @param ignoreEos whether the server is told to go on past the end-of-sequence token
 * @param concurrency bound of requests in flight; empty means all at once
 * @param requestsPerSecond open-loop rate; empty means closed loop
 * @param window a fixed time window in place of one pass over the set
 */
public record Workload(
        String name,
        String dataset,
        Optional<String> path,
        int prompts,
        OptionalInt inputTokens,
        OptionalInt outputTokens,
        double rangeRatio,
        long seed,
        Endpoint endpoint,
        boolean ignoreEos,
        OptionalInt concurrency,
        OptionalDouble requestsPerSecond,
        Optional<Duration> window) {

    /** The API a request is sent to. */
    public enum Endpoint {
        /** {@code POST /v1/completions}. */
        COMPLETIONS("completions", "/v1/completions"),
        /** {@code POST /v1/chat/completions}. */
        CHAT("chat", "/v1/chat/completions");

        private final String word;
        private final String path;

        Endpoint(String word, String path) {
            this.word = word;
            this.path = path;
        }

        /** The plan's word for it. */
        public String word() {
            return word;
        }

        /** The path of the URL. */
        public String path() {
            return path;
        }
    }
}
