package org.servedyno.harness.engine.launch;

import java.util.List;
import java.util.Map;

/**
 * How an engine is started.
 *
 * @param command the command line to run
 * @param shown the command line a reader could type to the same effect
 * @param environment variables set for it beyond the harness's own
 */
public record EngineLaunch(List<String> command, List<String> shown, Map<String, String> environment) {
    public EngineLaunch {
        command = List.copyOf(command);
        shown = List.copyOf(shown);
        environment = Map.copyOf(environment);
    }
}
