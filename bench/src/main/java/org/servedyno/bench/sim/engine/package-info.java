/** Real time: the thread that runs the scheduler step by step, the noise on its steps, and what the simulated GPUs do meanwhile. */
@NullMarked
package org.servedyno.bench.sim.engine;

import org.jspecify.annotations.NullMarked;
