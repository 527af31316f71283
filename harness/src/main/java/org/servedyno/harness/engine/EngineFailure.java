package org.servedyno.harness.engine;

import java.util.List;
import java.util.stream.Collectors;
import org.servedyno.harness.process.Teardown;
import org.servedyno.harness.process.system.LivingProcess;
import org.servedyno.results.model.TrialOutcome;

/** An engine failed: what kind of failure, the line that says most, the last log lines, the next step. */
public final class EngineFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final FailureClass failureClass;
    private final String causeLine;
    private final transient List<String> logTail;
    private final String advice;
    private final transient List<LivingProcess> left;

    public EngineFailure(FailureClass failureClass, String causeLine, List<String> logTail, String advice) {
        this(failureClass, causeLine, logTail, advice, List.of());
    }

    private EngineFailure(
            FailureClass failureClass,
            String causeLine,
            List<String> logTail,
            String advice,
            List<LivingProcess> left) {
        super(failureClass.word() + ": " + causeLine);
        this.failureClass = failureClass;
        this.causeLine = causeLine;
        this.logTail = List.copyOf(logTail);
        this.advice = advice;
        this.left = List.copyOf(left);
    }

    /** The failure of an engine of which something could not be removed: the next trial must not start beside it. */
    public static EngineFailure leftover(Teardown teardown, List<String> logTail) {
        String pids = teardown.left().stream()
                .map(process -> Long.toString(process.pid()))
                .collect(Collectors.joining(" "));
        return new EngineFailure(
                FailureClass.LEFTOVER_PROCESS,
                "still alive after " + String.join(", ", teardown.signals()) + ": " + teardown.left(),
                logTail,
                "A process that SIGKILL does not end waits for the kernel or a driver. Look at it (ps -o pid,stat,wchan -p "
                        + pids + "); the machine may need a restart.",
                teardown.left());
    }

    public FailureClass failureClass() {
        return failureClass;
    }

    /** The one line that says most, from the engine's log or ours; secrets masked. */
    public String causeLine() {
        return causeLine;
    }

    /** The engine's last log lines, oldest first; secrets masked. */
    public List<String> logTail() {
        return logTail;
    }

    /** The next step. */
    public String advice() {
        return advice;
    }

    /** Processes of the engine that could not be ended; mostly none. */
    public List<LivingProcess> left() {
        return left;
    }

    /** The failure as a trial's outcome. */
    public TrialOutcome.Failed toOutcome() {
        return new TrialOutcome.Failed(failureClass.word(), causeLine, logTail, advice);
    }
}
