package org.servedyno.harness.trial.gpu;

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
public final class GpuRecording implements AutoCloseable {
    private final Optional<RecorderSession> recorder;
    private final List<Integer> gpus;
    private Optional<GpuOwners> owners = Optional.empty();
    private boolean stopped;

    private GpuRecording(Optional<RecorderSession> recorder, List<Integer> gpus) {
        this.recorder = recorder;
        this.gpus = gpus;
    }

    /** Starts to record the GPUs that the preflight gave the trial. */
    public static GpuRecording start(TrialChildren children, Optional<ProbeSource> source, GpuPreflight preflight)
            throws TrialFailure, IOException {
        List<Integer> gpus = preflight.used().stream().map(GpuInfo::index).toList();
        if (source.isEmpty()) {
            return new GpuRecording(Optional.empty(), gpus);
        }
        return new GpuRecording(Optional.of(RecorderSession.start(children.recorder(source.get(), gpus))), gpus);
    }

    /** Waits for the first sample to be due. */
    public void awaitReady() throws TrialFailure, InterruptedException {
        if (recorder.isPresent()) {
            recorder.get().awaitReady();
        }
    }

    /** The engine is ready: who is on the GPUs now belongs to it, and who comes later does not. */
    public void engineReady(GpuNode node) {
        owners = node.owners();
    }

    /** Ends it; empty when it went as it should. */
    public Optional<String> stop() {
        stopped = true;
        return recorder.flatMap(RecorderSession::stop);
    }

    /**
     * What the trace says of the measured passes.
     *
     * @param cutShort whether the trial ended before its last pass: then what happened to the GPUs at any time is told
     */
    public TraceJudgement judge(TrialDirectory directory, List<Pass> passes, boolean cutShort) throws IOException {
        return recorder.isPresent()
                ? TraceJudgement.of(directory, gpus, passes, owners, cutShort)
                : TraceJudgement.none(passes);
    }

    @Override
    public void close() {
        if (!stopped) {
            stop();
        }
    }
}
