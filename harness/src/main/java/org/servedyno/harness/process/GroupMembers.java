package org.servedyno.harness.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.servedyno.harness.process.system.LivingProcess;
import org.servedyno.harness.process.system.ProcessTable;
import org.servedyno.harness.process.system.ProcessTable.Entry;
import org.servedyno.harness.process.system.SecretMask;

/**
 * Finds the members of a group: the processes of its session, those that carry the trial's marker, the children of members, and
 * those that were members when last looked at. So a process that forks twice, opens a session of its own or clears its environment
 * is still found, unless it does all of that between two looks.
 */
final class GroupMembers {
    private static final int LONGEST_COMMAND_CHARS = 300;

    private final ProcessTable table;
    private final long session;
    private final String assignment;
    private final String guardWords;
    private final SecretMask mask;

    /** Start of each member ever seen, by pid. Guarded by this. */
    private final Map<Long, Long> known = new HashMap<>();

    /**
     * @param guardScript path of the guard's script: the guard itself is no member
     */
    GroupMembers(ProcessTable table, long session, String marker, String guardScript, SecretMask mask) {
        this.table = table;
        this.session = session;
        this.assignment = ProcessGroup.MARKER_VARIABLE + "=" + marker;
        this.guardWords = guardScript + " watch ";
        this.mask = mask;
    }

    /** The living members now. */
    synchronized List<Entry> find() {
        List<Entry> living = table.living();
        Set<Long> pids = new HashSet<>();
        List<Entry> members = new ArrayList<>();
        boolean grew = true;
        while (grew) {
            grew = false;
            for (Entry entry : living) {
                if (!pids.contains(entry.pid()) && belongs(entry, pids) && !isGuard(entry)) {
                    pids.add(entry.pid());
                    members.add(entry);
                    grew = true;
                }
            }
        }
        members.forEach(member -> known.put(member.pid(), member.startTicks()));
        return members;
    }

    private boolean belongs(Entry entry, Set<Long> memberPids) {
        if (entry.pid() == ProcessHandle.current().pid()) {
            return false;
        }
        Long knownStart = known.get(entry.pid());
        return entry.group() == session
                || entry.session().orElse(-1) == session
                || memberPids.contains(entry.parent())
                || (knownStart != null && knownStart == entry.startTicks())
                || table.hasVariable(entry.pid(), assignment);
    }

    private boolean isGuard(Entry entry) {
        return table.commandLine(entry.pid()).contains(guardWords);
    }

    /** The members for people. */
    List<LivingProcess> describe(List<Entry> members) {
        return members.stream()
                .map(entry -> new LivingProcess(entry.pid(), commandLine(entry.pid())))
                .toList();
    }

    private String commandLine(long pid) {
        String words =
                String.join(" ", mask.command(List.of(table.commandLine(pid).split(" ", -1))));
        return words.length() > LONGEST_COMMAND_CHARS ? words.substring(0, LONGEST_COMMAND_CHARS) + "..." : words;
    }

    String proof() {
        return table.proof(session);
    }
}
