package org.servedyno.results.model.gpu;

import java.util.OptionalInt;

/**
 * What one gate said.
 *
 * @param id the gate, for example {@code MEM-7}
 * @param gpu the GPU it looked at; empty for the node
 * @param status pass, warn, fail or skip
 * @param effect what it means for a trial
 * @param expected the rule in a phrase
 * @param seen the evidence, with NVML's return name where a call failed
 * @param advice the next step; empty text when it passed
 */
public record GateResult(
        String id, OptionalInt gpu, Status status, Effect effect, String expected, String seen, String advice) {
    /** What the gate found. */
    public enum Status {
        PASS,
        WARN,
        FAIL,
        /** It had no data; {@link GateResult#seen()} says why. */
        SKIP
    }

    /** What the finding means for a trial. */
    public enum Effect {
        NONE,
        SUSPECT,
        INVALID
    }
}
