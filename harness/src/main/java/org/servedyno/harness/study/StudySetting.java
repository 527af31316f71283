package org.servedyno.harness.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.TokenizerUnavailableException;
import org.servedyno.bench.tokenizer.Tokenizers;
import org.servedyno.bench.workload.RequestSet;
import org.servedyno.bench.workload.RequestSets;
import org.servedyno.bench.workload.SealedRequestSet;
import org.servedyno.bench.workload.WorkloadException;
import org.servedyno.harness.machine.EnvironmentFacts;
import org.servedyno.harness.trial.TrialSetting;
import org.servedyno.probe.sim.SimulatedNodeState;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.RunDirectory;

/** Lays out what all trials of a study share: sealed request sets, the machine's facts, the simulated node. */
final class StudySetting {
    private StudySetting() {}

    /** Makes whatever is not there yet; what an earlier run has made stays, so that a resumed study does the same work. */
    static TrialSetting prepare(RunDirectory run, Study study) throws IOException {
        if (!Files.exists(run.environmentJson())) {
            JsonFile.write(run.environmentJson(), EnvironmentFacts.read(), study.simulated());
        }
        return new TrialSetting(study, run, seal(run, study), nodeState(run, study.hardware()));
    }

    private static Map<String, Path> seal(RunDirectory run, Study study) throws IOException {
        Map<String, Path> sealed = new HashMap<>();
        Optional<Tokenizer> tokenizer = Optional.empty();
        for (Workload workload : study.workloads()) {
            Path file = run.requestSet(workload.name());
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                tokenizer = tokenizer.isPresent() ? tokenizer : Optional.of(open(study.tokenizer()));
                SealedRequestSet.write(file, build(workload, tokenizer.get()), study.simulated());
            }
            sealed.put(workload.name(), file);
        }
        return sealed;
    }

    private static RequestSet build(Workload workload, Tokenizer tokenizer) throws IOException {
        try {
            return RequestSets.build(workload, tokenizer);
        } catch (WorkloadException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Tokenizer open(String name) throws IOException {
        try {
            return Tokenizers.open(name);
        } catch (TokenizerUnavailableException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static Optional<Path> nodeState(RunDirectory run, Hardware hardware) throws IOException {
        if (!(hardware instanceof Hardware.Simulated simulated)) {
            return Optional.empty();
        }
        Path file = run.path().resolve("node.state");
        SimulatedNodeState.openOrCreate(file, simulated.gpus()).close();
        return Optional.of(file);
    }
}
