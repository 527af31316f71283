package org.servedyno.results.store;

import java.nio.file.Path;

/**
 * The folder of one trial.
 *
 * @param path the folder
 */
public record TrialDirectory(Path path) {
    public Path trialJson() {
        return path.resolve("trial.json");
    }

    public Path engineLog() {
        return path.resolve("engine.log");
    }

    public Path observedJson() {
        return path.resolve("observed.json");
    }

    public Path envBeforeJson() {
        return path.resolve("env-before.json");
    }

    public Path envAfterJson() {
        return path.resolve("env-after.json");
    }

    public Path gatesJson() {
        return path.resolve("gates.json");
    }

    public Path gpuTrace() {
        return path.resolve("gpu.ndjson.gz");
    }

    /** The folder of a pass, by {@link org.servedyno.results.model.Pass#folderName}; it need not exist. */
    public PassDirectory pass(String folderName) {
        return new PassDirectory(path.resolve("passes").resolve(folderName));
    }
}
