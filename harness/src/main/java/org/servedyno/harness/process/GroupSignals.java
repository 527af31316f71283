package org.servedyno.harness.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.servedyno.harness.process.system.ProcessTable.Entry;
import org.servedyno.harness.process.system.ShortCommand;

/** Sends signals to members of a group. */
final class GroupSignals {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private GroupSignals() {}

    /**
     * Sends a signal to the process group of that id as a whole, so that a process forked at this moment gets it too, and to every
     * member outside of it.
     *
     * @param name without SIG, for example {@code INT}
     */
    static void send(String name, long group, List<Entry> members) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" -- \"$@\"", name));
        if (members.stream().anyMatch(member -> member.group() == group)) {
            command.add("-" + group);
        }
        members.stream()
                .filter(member -> member.group() != group)
                .forEach(member -> command.add(Long.toString(member.pid())));
        try {
            ShortCommand.run(command, PATIENCE);
        } catch (IOException noShell) {
            sendOneByOne(name, members);
        }
    }

    /** When no process can be started any more (out of memory, out of process ids): what the JVM itself can send. */
    private static void sendOneByOne(String name, List<Entry> members) {
        for (Entry member : members) {
            Optional<ProcessHandle> handle = ProcessHandle.of(member.pid());
            handle.ifPresent(name.equals("KILL") ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        }
    }
}
