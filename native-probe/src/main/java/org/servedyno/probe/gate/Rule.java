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
record Rule(String id, OptionalInt gpu, String expected, String advice) {
    static Rule node(String id, String expected, String advice) {
        return new Rule(id, OptionalInt.empty(), expected, advice);
    }

    static Rule gpu(String id, int gpu, String expected, String advice) {
        return new Rule(id, OptionalInt.of(gpu), expected, advice);
    }

    GateResult pass(String seen) {
        return new GateResult(id, gpu, Status.PASS, Effect.NONE, expected, seen, "");
    }

    /** Worth knowing, no reason to doubt a trial. */
    GateResult warn(String seen) {
        return new GateResult(id, gpu, Status.WARN, Effect.NONE, expected, seen, advice);
    }

    /** A reason to doubt a trial. */
    GateResult suspect(String seen) {
        return new GateResult(id, gpu, Status.WARN, Effect.SUSPECT, expected, seen, advice);
    }

    GateResult fail(String seen) {
        return new GateResult(id, gpu, Status.FAIL, Effect.INVALID, expected, seen, advice);
    }

    GateResult skip(String reason) {
        return new GateResult(id, gpu, Status.SKIP, Effect.NONE, expected, reason, "");
    }

    /** Judges a value; without one the gate is skipped for the reading's reason. */
    <T> GateResult on(Reading<T> reading, Function<T, GateResult> judge) {
        return reading.map(judge)
                .toOptional()
                .orElseGet(() -> skip(reading.absentReason().orElse("not read")));
    }

    /** Passes when {@code holds}, else fails. */
    GateResult failUnless(boolean holds, String seen) {
        return holds ? pass(seen) : fail(seen);
    }
}
