/** Failures the simulated engine acts out on request, so that everything above it can be tested against them. */
@NullMarked
package org.servedyno.bench.sim.fault;

import org.jspecify.annotations.NullMarked;
