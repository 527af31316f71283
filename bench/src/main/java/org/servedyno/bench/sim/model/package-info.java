/** What decides how long a step takes: shapes of known models, chips, engine profiles, memory, and the roofline over them. */
@NullMarked
package org.servedyno.bench.sim.model;

import org.jspecify.annotations.NullMarked;
