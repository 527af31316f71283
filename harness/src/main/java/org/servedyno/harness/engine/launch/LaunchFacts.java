package org.servedyno.harness.engine.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.servedyno.results.model.Configuration;

/**
 * What a command line depends on.
 *
 * @param configuration how the engine serves
 * @param port the port as a word, or {@code {port}} while none is chosen
 * @param seed of the simulated engine's noise; empty while none is drawn
 * @param gpus UUIDs of the GPUs that it may see; empty leaves the choice to the engine
 * @param gpuState the simulated node's state file
 */
public record LaunchFacts(
        Configuration configuration, String port, OptionalLong seed, List<String> gpus, Optional<Path> gpuState) {
    /** What stands for the port in a plan. */
    public static final String PORT_PLACE = "{port}";

    public LaunchFacts {
        gpus = List.copyOf(gpus);
    }

    /** Before anything is chosen: for showing what would run. */
    public static LaunchFacts planned(Configuration configuration) {
        return new LaunchFacts(configuration, PORT_PLACE, OptionalLong.empty(), List.of(), Optional.empty());
    }
}
