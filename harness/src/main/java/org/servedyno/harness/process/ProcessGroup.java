package org.servedyno.harness.process;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A command running in a session of its own under a guard: when the harness ends in whatever way, by {@code kill -9} too, the guard
 * stops every process of it. All methods may be called from any thread.
 */
public interface ProcessGroup extends AutoCloseable {
    /** Every process of the group carries this variable; its value is the trial's marker. */
    String MARKER_VARIABLE = "SERVEDYNO_TRIAL";

    /** Process id of the command; also the id of its session and of its first process group. */
    long pid();

    /** Whether the command itself still runs (others of its group may live on). */
    boolean isAlive();

    /** How the command ended; empty while it runs. */
    Optional<ProcessExit> exit();

    /** Every living process that belongs to the group. */
    List<GroupMember> members();

    /** The last log lines, oldest first, secrets masked. */
    List<String> logTail();

    /** When the last line came out, {@link System#nanoTime()}; empty before the first one. */
    OptionalLong lastLineNs();

    /** Stops every member, harder at each step, and says whether any is left; a second call gives the first answer. */
    Teardown stop(StopPolicy policy);

    /** {@link #stop} with {@link StopPolicy#ENGINE}. */
    @Override
    void close();
}
