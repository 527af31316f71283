package org.servedyno.bench.sim.engine;

/** Who watches the simulated GPUs. Called on the engine's thread. */
public interface GpuActivity {
    /** Watches nothing. */
    GpuActivity IGNORED = totals -> {};

    /** Tells the totals since the start; called at least ten times a second, also while nothing runs. */
    void publish(GpuTotals totals);
}
