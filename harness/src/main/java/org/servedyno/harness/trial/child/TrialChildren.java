package org.servedyno.harness.trial.child;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.servedyno.bench.load.LoadGeneratorMain;
import org.servedyno.bench.load.LoadSpec;
import org.servedyno.harness.engine.StartedEngine;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.child.ChildSpec;
import org.servedyno.probe.trace.TraceRecorderMain;
import org.servedyno.probe.trace.TraceSpec;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.WholeFile;

/** The child processes of one trial, each with the spec file it is given. */
public final class TrialChildren {
    /** Time between two looks at the GPUs: 10 Hz, fine enough for passes of seconds and cheap enough for the engine. */
    public static final Duration TRACE_PERIOD = Duration.ofMillis(100);

    private static final Duration REQUEST_LIMIT = Duration.ofMinutes(30);
    private static final Duration SILENCE_LIMIT = Duration.ofMinutes(2);

    private final Study study;
    private final Map<String, Path> requestSets;
    private final TrialDirectory directory;

    /**
     * @param study the plan
     * @param requestSets sealed request set of each workload, by its name
     * @param directory the trial's folder; spec files go there
     */
    public TrialChildren(Study study, Map<String, Path> requestSets, TrialDirectory directory) {
        this.study = study;
        this.requestSets = Map.copyOf(requestSets);
        this.directory = directory;
    }

    /** The load generator for an engine that is ready. */
    public ChildSpec loadGenerator(StartedEngine engine) throws IOException {
        LoadSpec spec = new LoadSpec(
                study.simulated(),
                engine.baseUrl(),
                engine.readiness().modelId(),
                directory,
                REQUEST_LIMIT,
                SILENCE_LIMIT,
                study.workloads().stream().map(this::sealed).toList());
        Path file = directory.path().resolve("load.json");
        WholeFile.write(file, Json.pretty(spec.toJson()));
        return ChildSpec.of("load generator", LoadGeneratorMain.class, file.toString())
                .withJvmFlags(LoadGeneratorMain.JVM_FLAGS.toArray(String[]::new));
    }

    private LoadSpec.SealedWorkload sealed(Workload workload) {
        Path requestSet = Objects.requireNonNull(requestSets.get(workload.name()), workload.name());
        return new LoadSpec.SealedWorkload(workload, requestSet);
    }

    /** The recorder of these GPUs. */
    public ChildSpec recorder(ProbeSource source, List<Integer> gpus) throws IOException {
        Path file = directory.path().resolve("trace.json");
        new TraceSpec(source, gpus, TRACE_PERIOD.toMillis(), directory.gpuTrace()).write(file);
        return TraceRecorderMain.child(file);
    }
}
