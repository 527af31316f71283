package org.servedyno.harness.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be started as a process group.
 *
 * @param command program and arguments, at least the program
 * @param environment variables added to the harness's own, or replacing them
 * @param workingDirectory where it runs; empty means the harness's own working directory
 * @param log file that takes standard output and standard error, appended
 * @param marker a text unique to the trial; every process of the group carries it in {@link ProcessGroup#MARKER_VARIABLE}
 */
public record GroupCommand(
        List<String> command,
        Map<String, String> environment,
        Optional<Path> workingDirectory,
        Path log,
        String marker) {
    public GroupCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
        if (!marker.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("a marker is letters, digits, '.', '_' and '-', not " + marker);
        }
    }
}
