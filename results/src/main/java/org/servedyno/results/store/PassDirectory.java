package org.servedyno.results.store;

import java.nio.file.Path;

/**
 * The folder of one pass.
 *
 * @param path the folder
 */
public record PassDirectory(Path path) {
    public Path requests() {
        return path.resolve("requests.ndjson.gz");
    }

    public Path latencyLog() {
        return path.resolve("latency.hlog");
    }

    /** The engine's counters after the pass. */
    public Path engineMetrics() {
        return path.resolve("engine-metrics.prom");
    }

    public Path passJson() {
        return path.resolve("pass.json");
    }

    /** vLLM's console block of the pass. */
    public Path block() {
        return path.resolve("block.txt");
    }
}
