package org.servedyno.harness.process.system;

import java.util.List;
import java.util.OptionalLong;

/** The processes of this machine, as far as they are visible. */
public interface ProcessTable {
    /**
     * One living process (a zombie is not).
     *
     * @param pid its id
     * @param parent its parent's id
     * @param group its process group
     * @param session its session; empty where the system does not tell
     * @param startTicks when it started, in a unit of the system; with the pid it names a process for good
     */
    record Entry(long pid, long parent, long group, OptionalLong session, long startTicks) {}

    /** All living processes. */
    List<Entry> living();

    /** Whether the process has this exact {@code NAME=value} in its environment; false where that is not visible. */
    boolean hasVariable(long pid, String assignment);

    /** Its command line with blanks between the words; a placeholder when it is gone or hidden. */
    String commandLine(long pid);

    /** What finding no member proves, as a phrase with the session's id. */
    String proof(long session);

    /** The best table this system has. */
    static ProcessTable ofThisSystem() {
        return ProcTable.exists() ? new ProcTable() : new PsTable();
    }
}
