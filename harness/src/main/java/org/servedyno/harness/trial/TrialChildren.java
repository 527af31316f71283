package org.servedyno.harness.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.servedyno.bench.load.LoadGeneratorMain;
import org.servedyno.bench.load.LoadSpec;
import org.servedyno.harness.engine.StartedEngine;
import org.servedyno.probe.ProbeSource;
import org.servedyno.probe.child.ChildSpec;
import org.servedyno.probe.trace.TraceRecorderMain;
import org.servedyno.probe.trace.TraceSpec;
import org.servedyno.results.model.Workload;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.WholeFile;

/** The child processes of one trial, each with the spec file it is given. */
final class TrialChildren {
    /** Time between two looks at the GPUs: 10 Hz, fine enough for passes of seconds and cheap enough for the engine. */
    static final Duration TRACE_PERIOD = Duration.ofMillis(100);

    private static final Duration REQUEST_LIMIT = Duration.ofMinutes(30);
    private static final Duration SILENCE_LIMIT = Duration.ofMinutes(2);

    private final TrialSetting setting;
    private final TrialDirectory directory;

    TrialChildren(TrialSetting setting, TrialDirectory directory) {
        this.setting = setting;
        this.directory = directory;
    }

    /** The load generator for an engine that is ready. */
    ChildSpec loadGenerator(StartedEngine engine) throws IOException {
        LoadSpec spec = new LoadSpec(
                setting.study().simulated(),
                engine.baseUrl(),
                engine.readiness().modelId(),
                directory,
                REQUEST_LIMIT,
                SILENCE_LIMIT,
                setting.study().workloads().stream().map(this::sealed).toList());
        Path file = directory.path().resolve("load.json");
        WholeFile.write(file, Json.pretty(spec.toJson()));
        return ChildSpec.of("load generator", LoadGeneratorMain.class, file.toString())
                .withJvmFlags(LoadGeneratorMain.JVM_FLAGS.toArray(String[]::new));
    }

    private LoadSpec.SealedWorkload sealed(Workload workload) {
        Path requestSet = Objects.requireNonNull(setting.requestSets().get(workload.name()), workload.name());
        return new LoadSpec.SealedWorkload(workload, requestSet);
    }

    /** The recorder of these GPUs. */
    ChildSpec recorder(ProbeSource source, List<Integer> gpus) throws IOException {
        Path file = directory.path().resolve("trace.json");
        new TraceSpec(source, gpus, TRACE_PERIOD.toMillis(), directory.gpuTrace()).write(file);
        return ChildSpec.of("trace recorder", TraceRecorderMain.class, file.toString());
    }
}
