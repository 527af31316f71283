package org.servedyno.bench.workload;

/** Ids as {@code vllm bench serve} gives them by default. */
final class RequestIds {
    private static final String PREFIX = "benchmark-serving";

    private RequestIds() {}

    static String of(int index) {
        return PREFIX + index;
    }
}
