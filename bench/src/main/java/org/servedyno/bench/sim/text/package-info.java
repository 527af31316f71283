/** What simulated answers say: words that are one token each, and lengths an answer ends at by itself. */
@NullMarked
package org.servedyno.bench.sim.text;

import org.jspecify.annotations.NullMarked;
