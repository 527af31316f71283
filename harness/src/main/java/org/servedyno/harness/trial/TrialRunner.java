package org.servedyno.harness.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.servedyno.harness.trial.gpu.GpuNode;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.store.JsonFile;

/** Runs trials, one at a time, each to its end: whatever happens, there is a trial on the disk and nothing of it left running. */
public final class TrialRunner {
    private final TrialSetting setting;
    private final TrialListener listener;
    private final HostPreflight host;
    private final GpuNode node;

    public TrialRunner(TrialSetting setting, TrialListener listener) {
        this.setting = setting;
        this.listener = listener;
        this.host = new HostPreflight(setting);
        this.node = new GpuNode(setting.study().hardware(), setting.nodeState());
    }

    /**
     * Runs one trial. When the calling thread is interrupted, the trial is wound up in an orderly way, its outcome is {@code
     * Interrupted}, and the thread's interrupt flag is set again.
     *
     * @param block from 1
     * @param attempt from 1
     */
    public Trial run(int block, String configuration, int attempt) {
        TrialAttempt trial = new TrialAttempt(setting, host, node, listener, block, configuration, attempt);
        Trial ended = trial.run();
        try {
            JsonFile.write(setting.run().trial(ended.id()).trialJson(), ended, ended.simulated());
        } catch (IOException e) {
            throw new UncheckedIOException("the trial's record can't be written: " + e.getMessage(), e);
        }
        listener.trialEnded(ended);
        if (ended.outcome() instanceof TrialOutcome.Interrupted) {
            Thread.currentThread().interrupt();
        }
        return ended;
    }
}
