package org.servedyno.results.model;

import java.util.List;
import java.util.Map;

/**
 * One way to serve: everything that decides how a server group behaves, with all defaults filled in.
 *
 * @param name the plan's name for it
 * @param engine the adapter: {@code sim}, {@code command}, {@code attach}, {@code vllm}, ...
 * @param model the model the engine is asked to serve
 * @param settings the engine's own settings by plan key (profile, precision, noise, ...), effective values
 * @param args flags passed to the engine beyond those its adapter sets, without their leading dashes
 * @param command the command line of {@code engine: command}, with {@code {port}} not yet filled in; else empty
 * @param environment variables set for the engine, secrets masked
 * @param expect observed settings that must match, by name
 * @param replicas how many servers stand behind one load, at least 1
 */
public record Configuration(
        String name,
        String engine,
        String model,
        Map<String, String> settings,
        Map<String, String> args,
        List<String> command,
        Map<String, String> environment,
        Map<String, String> expect,
        int replicas) {
    public Configuration {
        settings = Map.copyOf(settings);
        args = Map.copyOf(args);
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        expect = Map.copyOf(expect);
        if (replicas < 1) {
            throw new IllegalArgumentException("replicas must be at least 1, not " + replicas);
        }
    }
}
