package org.servedyno.results.model;

import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One fresh server process group and what was measured on it: the unit of replication.
 *
 * @param id {@code <block>-<configuration>-<attempt>}
 * @param block from 1
 * @param configuration the configuration's name
 * @param attempt from 1; an INVALID trial is run again with the next number
 * @param simulated whether engine and GPU are simulated
 * @param validity what the gates say
 * @param outcome done, or how it failed
 * @param enginePid process id of the engine; empty when it never started or is not ours
 * @param command the engine's command line as it was run, secrets masked
 * @param port the engine's port; empty when it never got one
 * @param gpus UUIDs of the GPUs it was given
 * @param startedAt wall clock at preflight
 * @param endedAt wall clock when the trial was proved clean, or gave up
 * @param passes every pass, warmup included, in the order run
 */
public record Trial(
        String id,
        int block,
        String configuration,
        int attempt,
        boolean simulated,
        Validity validity,
        TrialOutcome outcome,
        OptionalLong enginePid,
        List<String> command,
        OptionalInt port,
        List<String> gpus,
        Instant startedAt,
        Instant endedAt,
        List<Pass> passes) {
    public Trial {
        command = List.copyOf(command);
        gpus = List.copyOf(gpus);
        passes = List.copyOf(passes);
    }

    /** The id of a trial, also the name of its folder. */
    public static String idOf(int block, String configuration, int attempt) {
        return block + "-" + configuration + "-" + attempt;
    }

    /** Whether the trial counts: it ran to its end and is VALID or SUSPECT. */
    public boolean counts() {
        return outcome instanceof TrialOutcome.Done && validity.state() != Validity.State.INVALID;
    }
}
