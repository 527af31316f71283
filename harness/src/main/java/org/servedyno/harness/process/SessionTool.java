package org.servedyno.harness.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.harness.process.system.Programs;

/**
 * The system's program that starts a command in a session of its own: {@code setsid} of util-linux or BusyBox, else {@code perl},
 * which macOS has.
 *
 * @param name {@code setsid} or {@code perl}, as the guard's script knows it
 * @param prefix the words before the command
 */
record SessionTool(String name, List<String> prefix) {
    private static final String PERL = "use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV; exit 127";

    static SessionTool find(Map<String, String> environment) throws GroupStartException {
        Optional<Path> here = Optional.empty();
        if (Programs.find("setsid", environment, here).isPresent()) {
            return new SessionTool("setsid", List.of("setsid"));
        }
        if (Programs.find("perl", environment, here).isPresent()) {
            return new SessionTool("perl", List.of("perl", "-e", PERL));
        }
        throw new GroupStartException(
                GroupStartException.Reason.NO_SESSION_TOOL,
                "engines run in a session of their own, which needs the program setsid (package util-linux) or perl;"
                        + " PATH has neither: " + environment.getOrDefault("PATH", "(not set)")
                        + ". Install util-linux, or put it on PATH");
    }
}
