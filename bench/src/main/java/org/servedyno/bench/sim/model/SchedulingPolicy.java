package org.servedyno.bench.sim.model;

/** Which work shares a step. */
public enum SchedulingPolicy {
    /** Running sequences decode in every step, what is left of the token budget goes to chunks of prompts. */
    MIXED,
    /** While prompts wait and fit, a step holds prompt chunks alone and the running sequences pause. */
    PREFILL_FIRST
}
