package org.servedyno.harness.trial;

import java.io.IOException;
import java.time.Duration;
import org.servedyno.harness.engine.StartedEngine;
import org.servedyno.harness.trial.child.LoadSession;
import org.servedyno.harness.trial.child.PassCommand;
import org.servedyno.harness.trial.child.TrialFailure;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Reading;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.PassDirectory;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.WholeFile;

/** Runs passes on a ready engine: tells the load generator, follows it, and keeps the engine's counters beside its files. */
final class PassRunner implements PassSequence.Runner {
    /** A pass that takes longer than this is given up: its load generator no longer answers to its own deadlines. */
    private static final Duration LIMIT = Duration.ofHours(6);

    private final String trialId;
    private final TrialDirectory directory;
    private final LoadSession load;
    private final StartedEngine engine;
    private final TrialListener listener;

    PassRunner(
            String trialId, TrialDirectory directory, LoadSession load, StartedEngine engine, TrialListener listener) {
        this.trialId = trialId;
        this.directory = directory;
        this.load = load;
        this.engine = engine;
        this.listener = listener;
    }

    @Override
    public Pass run(PassCommand command) throws TrialFailure, InterruptedException, IOException {
        listener.phase(trialId, command.kind() == Pass.Kind.WARMUP ? TrialPhase.WARMUP : TrialPhase.MEASURING);
        String folder = load.runPass(
                command,
                LIMIT,
                (done, failed, total) -> listener.progress(
                        trialId, command.workload(), command.kind(), command.number(), done, failed, total));
        PassDirectory files = directory.pass(folder);
        keepCounters(files, engine.metrics());
        Pass pass = JsonFile.read(files.passJson(), Pass.class);
        listener.passEnded(trialId, pass);
        return pass;
    }

    private static void keepCounters(PassDirectory files, Reading<String> metrics) throws IOException {
        String text = metrics.toOptional()
                .orElseGet(() -> "# absent: " + metrics.absentReason().orElseThrow() + "\n");
        WholeFile.write(files.engineMetrics(), text);
    }
}
