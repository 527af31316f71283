package org.servedyno.bench.sim.scheduler;

import java.util.Locale;

/** Why a sequence ended. */
public enum FinishReason {
    /** The model ended its answer, or a stop string came up. */
    STOP,
    /** The token limit was reached. */
    LENGTH,
    /** The client went away. */
    ABORT;

    /** The word OpenAI's API and vLLM's metrics have for it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
