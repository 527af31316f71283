/** The random generators that defined the published request sets, draw for draw. */
@NullMarked
package org.servedyno.bench.workload.rng;

import org.jspecify.annotations.NullMarked;
