package org.servedyno.harness.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.servedyno.harness.engine.ObservedSettings;
import org.servedyno.harness.machine.EnvironmentFacts;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInventory;
import org.servedyno.results.store.GateReport;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.TrialDirectory;
import org.servedyno.results.store.WholeFile;

/** Writes what a trial learns beside its passes. A disk that can't be written to is the end of the study, not of one trial. */
final class TrialFiles {
    private final TrialDirectory directory;
    private final boolean simulated;
    private Reading<GpuInventory> inventory = Reading.absent("not looked at yet");
    private final List<GateResult> gates = new ArrayList<>();

    TrialFiles(TrialDirectory directory, boolean simulated) {
        this.directory = directory;
        this.simulated = simulated;
    }

    void environmentBefore() {
        write(() -> JsonFile.write(directory.envBeforeJson(), EnvironmentFacts.read(), simulated));
    }

    void environmentAfter() {
        write(() -> JsonFile.write(directory.envAfterJson(), EnvironmentFacts.read(), simulated));
    }

    void preflight(Reading<GpuInventory> found, List<GateResult> first) {
        inventory = found;
        addGates(first);
    }

    /** Adds what later gates say to those of the preflight. */
    void addGates(List<GateResult> more) {
        gates.addAll(more);
        write(() -> new GateReport(simulated, inventory, gates).write(directory.gatesJson()));
    }

    void observed(ObservedSettings observed) {
        write(() -> WholeFile.write(directory.observedJson(), observed.toJson(simulated)));
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the folder " + directory.path() + " can't be written to: " + e.getMessage(), e);
        }
    }
}
