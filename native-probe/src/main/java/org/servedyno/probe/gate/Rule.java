package org.servedyno.probe.gate;

import java.util.OptionalInt;
import java.util.function.Function;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GateResult.Effect;
import org.servedyno.results.model.gpu.GateResult.Status;

/**
 * One gate at one place.
 *
 * @param id the gate
 * @param gpu the GPU it looks at; empty for the node
 * @param expected the rule in a phrase
 * @param advice the next step when it does not hold
 */
public record Rule(String id, OptionalInt gpu, String expected, String advice) {
    /** A gate on the node as a whole. */
    public static Rule node(String id, String expected, String advice) {
        return new Rule(id, OptionalInt.empty(), expected, advice);
    }

    /** A gate on the GPU of that index. */
    public static Rule gpu(String id, int gpu, String expected, String advice) {
        return new Rule(id, OptionalInt.of(gpu), expected, advice);
    }

    /** The same gate with another next step. */
    public Rule advising(String otherAdvice) {
        return new Rule(id, gpu, expected, otherAdvice);
    }

    /** It holds. */
    public GateResult pass(String seen) {
        return new GateResult(id, gpu, Status.PASS, Effect.NONE, expected, seen, "");
    }

    /** Worth knowing, no reason to doubt a trial. */
    public GateResult warn(String seen) {
        return new GateResult(id, gpu, Status.WARN, Effect.NONE, expected, seen, advice);
    }

    /** A reason to doubt a trial. */
    public GateResult suspect(String seen) {
        return new GateResult(id, gpu, Status.WARN, Effect.SUSPECT, expected, seen, advice);
    }

    /** It does not hold: no trial may start, or the one that ran does not count. */
    public GateResult fail(String seen) {
        return new GateResult(id, gpu, Status.FAIL, Effect.INVALID, expected, seen, advice);
    }

    /** It cannot be judged, for this reason. */
    public GateResult skip(String reason) {
        return new GateResult(id, gpu, Status.SKIP, Effect.NONE, expected, reason, "");
    }

    /** Judges a value; without one the gate is skipped for the reading's reason. */
    public <T> GateResult on(Reading<T> reading, Function<T, GateResult> judge) {
        return reading.map(judge)
                .toOptional()
                .orElseGet(() -> skip(reading.absentReason().orElse("not read")));
    }

    /** Passes when {@code holds}, else fails. */
    public GateResult failUnless(boolean holds, String seen) {
        return holds ? pass(seen) : fail(seen);
    }

    /** Passes when {@code holds}, else warns. */
    public GateResult warnUnless(boolean holds, String seen) {
        return holds ? pass(seen) : warn(seen);
    }
}
