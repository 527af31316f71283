package org.servedyno.harness.trial.child;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.servedyno.probe.child.ChildJvm;
import org.servedyno.results.model.TrialOutcome;

/** How a trial fails when one of our own child processes does; such a failure is never the engine's. */
final class ChildTrouble {
    private ChildTrouble() {}

    static TrialFailure cannotStart(String name, IOException cause) {
        return new TrialFailure(new TrialOutcome.Failed(
                name.replace(' ', '-'),
                "the " + name + " can't be started: " + cause.getMessage(),
                List.of(),
                "check that temporary files can be written and processes started"));
    }

    static TrialFailure ended(String name, ChildJvm child) {
        String how =
                child.exitCode().isPresent() ? "exit code " + child.exitCode().getAsInt() : "it closed its output";
        return failure(name, "the " + name + " (process " + child.pid() + ") ended by itself: " + how, child);
    }

    static TrialFailure silent(String name, Duration limit, ChildJvm child) {
        return failure(
                name,
                String.format(
                        Locale.ROOT,
                        "the %s (process %d) gave no answer within %d s",
                        name,
                        child.pid(),
                        limit.toSeconds()),
                child);
    }

    static TrialFailure said(String name, String reason, ChildJvm child) {
        return failure(name, "the " + name + " says: " + reason, child);
    }

    private static TrialFailure failure(String name, String causeLine, ChildJvm child) {
        return new TrialFailure(new TrialOutcome.Failed(
                name.replace(' ', '-'),
                causeLine,
                child.tail().lines().toList(),
                "run servedyno doctor; if it finds nothing, report the log lines"));
    }
}
