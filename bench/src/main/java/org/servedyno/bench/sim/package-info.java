/** The simulated engine: an OpenAI-compatible server whose continuous batching is timed by a roofline model; never a measurement of a real one. */
@NullMarked
package org.servedyno.bench.sim;

import org.jspecify.annotations.NullMarked;
