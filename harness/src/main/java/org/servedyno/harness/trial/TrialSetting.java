package org.servedyno.harness.trial;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.servedyno.results.model.Study;
import org.servedyno.results.store.RunDirectory;

/**
 * What all trials of a study share.
 *
 * @param study the plan
 * @param run where the results go
 * @param requestSets sealed request set of each workload, by its name
 * @param nodeState the simulated node's state file; empty for real hardware and for none
 */
public record TrialSetting(Study study, RunDirectory run, Map<String, Path> requestSets, Optional<Path> nodeState) {
    public TrialSetting {
        requestSets = Map.copyOf(requestSets);
    }
}
