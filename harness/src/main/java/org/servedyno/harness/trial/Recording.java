package org.servedyno.harness.trial;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.servedyno.harness.trial.child.RecorderSession;
import org.servedyno.harness.trial.child.TrialChildren;
import org.servedyno.harness.trial.child.TrialFailure;
import org.servedyno.probe.ProbeSource;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.store.TrialDirectory;

/** The recording of a trial's GPUs, or its absence where the plan names no hardware. */
final class Recording implements AutoCloseable {
    private final Optional<RecorderSession> recorder;
    private final List<Integer> gpus;
    private boolean stopped;

    private Recording(Optional<RecorderSession> recorder, List<Integer> gpus) {
        this.recorder = recorder;
        this.gpus = gpus;
    }

    static Recording start(TrialChildren children, Optional<ProbeSource> source, GpuPreflight preflight)
            throws TrialFailure, IOException {
        List<Integer> gpus = preflight.used().stream().map(GpuInfo::index).toList();
        if (source.isEmpty()) {
            return new Recording(Optional.empty(), gpus);
        }
        return new Recording(Optional.of(RecorderSession.start(children.recorder(source.get(), gpus))), gpus);
    }

    void awaitReady() throws TrialFailure, InterruptedException {
        if (recorder.isPresent()) {
            recorder.get().awaitReady();
        }
    }

    /** Ends it; empty when it went as it should. */
    Optional<String> stop() {
        stopped = true;
        return recorder.flatMap(RecorderSession::stop);
    }

    /** What the trace says of the measured passes. */
    TraceJudgement judge(TrialDirectory directory, List<Pass> passes) throws IOException {
        return recorder.isPresent() ? TraceJudgement.of(directory, gpus, passes) : TraceJudgement.none(passes);
    }

    @Override
    public void close() {
        if (!stopped) {
            stop();
        }
    }
}
