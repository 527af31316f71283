package org.servedyno.results.model;

import java.util.List;

/** How a trial ended. */
public sealed interface TrialOutcome {
    /** It ran to its end and its processes are proved gone. */
    record Done() implements TrialOutcome {}

    /**
     * It failed: the world's failure, named.
     *
     * @param failureClass a word of the catalogue, for example {@code exited-at-start}, {@code not-ready}, {@code port-in-use}
     * @param causeLine the one line that says most, from the engine's log or ours
     * @param logTail the engine's last log lines, oldest first
     * @param advice the next step
     */
    record Failed(String failureClass, String causeLine, List<String> logTail, String advice) implements TrialOutcome {
        public Failed {
            logTail = List.copyOf(logTail);
        }
    }

    /** It was cut short by the user; what was measured is kept. */
    record Interrupted() implements TrialOutcome {}
}
