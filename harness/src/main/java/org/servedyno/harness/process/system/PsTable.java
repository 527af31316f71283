package org.servedyno.harness.process.system;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Systems without {@code /proc}, such as macOS: {@code ps}. It shows neither sessions nor environments, so a process that left the
 * group and whose parent is gone can't be found.
 */
final class PsTable implements ProcessTable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int COLUMNS = 4;

    @Override
    public List<Entry> living() {
        try {
            List<Entry> entries = new ArrayList<>();
            List<String> command = List.of("ps", "-A", "-o", "pid=", "-o", "ppid=", "-o", "pgid=", "-o", "state=");
            for (String line : ShortCommand.run(command, PATIENCE)) {
                entry(line.trim().split("\\s+", -1)).ifPresent(entries::add);
            }
            return entries;
        } catch (IOException e) {
            throw new IllegalStateException("neither /proc nor ps shows the processes of this machine", e);
        }
    }

    private static Optional<Entry> entry(String[] columns) {
        if (columns.length < COLUMNS || columns[3].startsWith("Z")) {
            return Optional.empty();
        }
        long pid = Long.parseLong(columns[0]);
        long startTicks = ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().startInstant())
                .map(instant -> instant.toEpochMilli())
                .orElse(0L);
        return Optional.of(new Entry(
                pid, Long.parseLong(columns[1]), Long.parseLong(columns[2]), OptionalLong.empty(), startTicks));
    }

    @Override
    public boolean hasVariable(long pid, String assignment) {
        return false;
    }

    @Override
    public String commandLine(long pid) {
        try {
            return String.join(" ", ShortCommand.run(List.of("ps", "-o", "args=", "-p", Long.toString(pid)), PATIENCE));
        } catch (IOException e) {
            return "command line not visible";
        }
    }

    @Override
    public String proof(long session) {
        return "no process of group " + session + " in ps; this system does not show processes that left the group";
    }
}
