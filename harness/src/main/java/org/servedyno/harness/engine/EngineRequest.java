package org.servedyno.harness.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Hardware;
import org.servedyno.results.model.Workload;

/**
 * What an engine is to be started for.
 *
 * @param configuration how it serves
 * @param trialId the trial's id, for messages
 * @param seed seed of what the trial randomises: environment padding, the simulated engine's noise
 * @param log file that takes the engine's output
 * @param endpoints the APIs the plan's workloads use; each must give a token before the engine counts as ready
 * @param hardware what the plan says of GPUs
 * @param gpus UUIDs of the GPUs the engine may see; empty leaves the choice to the engine
 * @param gpuState the simulated node's state file, for {@code engine: sim}
 * @param ready how long starting may take
 */
public record EngineRequest(
        Configuration configuration,
        String trialId,
        long seed,
        Path log,
        List<Workload.Endpoint> endpoints,
        Hardware hardware,
        List<String> gpus,
        Optional<Path> gpuState,
        ReadyPolicy ready) {
    public EngineRequest {
        endpoints = List.copyOf(endpoints);
        gpus = List.copyOf(gpus);
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("an engine is started for at least one endpoint");
        }
    }
}
