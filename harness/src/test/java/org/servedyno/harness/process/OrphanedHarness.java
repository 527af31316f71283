package org.servedyno.harness.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A small harness of its own process, to be killed by a test: starts a stubborn group and says its pid. */
final class OrphanedHarness {
    private OrphanedHarness() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        ProcessGroup group = ProcessGroup.start(new GroupCommand(
                List.of(
                        "sh",
                        "-c",
                        "trap '' INT TERM; (trap '' INT TERM; setsid sleep 603 & while :; do sleep 0.2; done) &"
                                + " while :; do sleep 0.2; done"),
                Map.of(),
                Optional.of(folder),
                folder.resolve("engine.log"),
                arguments[1]));
        while (group.members().stream().noneMatch(member -> member.command().equals("sleep 603"))) {
            Thread.sleep(20);
        }
        System.out.println(group.pid());
        Thread.sleep(600_000);
    }
}
