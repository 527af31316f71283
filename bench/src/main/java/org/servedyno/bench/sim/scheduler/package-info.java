/** Continuous batching without a clock of its own: queues, KV blocks, prefix cache, preemption; deterministic, used from one thread. */
@NullMarked
package org.servedyno.bench.sim.scheduler;

import org.jspecify.annotations.NullMarked;
