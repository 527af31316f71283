package org.servedyno.results.report.view;

import java.util.List;

/**
 * One trial.
 *
 * @param id its id
 * @param block from 1
 * @param place its place in the block's order, from 1
 * @param configuration its configuration
 * @param validity VALID, SUSPECT or INVALID
 * @param reasons why it is not VALID
 * @param outcome {@code done}, {@code failed: class} or {@code interrupted}
 * @param cause the line of the log that says most; empty unless it failed
 * @param advice the next step; empty unless it failed
 * @param logTail the engine's last log lines, oldest first
 * @param started wall clock in UTC
 * @param duration for example {@code 12.4 s}
 * @param enginePid the engine's process id, or a dash
 * @param command the engine's command line as run
 */
public record TrialView(
        String id,
        int block,
        String place,
        String configuration,
        String validity,
        List<String> reasons,
        String outcome,
        String cause,
        String advice,
        List<String> logTail,
        String started,
        String duration,
        String enginePid,
        String command) {
    public TrialView {
        reasons = List.copyOf(reasons);
        logTail = List.copyOf(logTail);
    }

    /** Whether it failed. */
    public boolean failed() {
        return outcome.startsWith("failed");
    }

    /** Whether it was counted. */
    public boolean done() {
        return outcome.equals("done");
    }

    /** What the trial counts as: its validity, or that it did not get to its end. */
    public String standing() {
        return done() ? validity : failed() ? "FAILED" : "INTERRUPTED";
    }

    /** The log tail as one text. */
    public String logText() {
        return String.join("\n", logTail);
    }

    /** The standing as a lower-case word fit for a CSS class. */
    public String standingClass() {
        return switch (standing()) {
            case "VALID" -> "valid";
            case "SUSPECT" -> "suspect";
            default -> "invalid";
        };
    }
}
