/** The physics of a simulated chip: what activity costs in power, clock and heat. */
@NullMarked
package org.servedyno.probe.sim.chip;

import org.jspecify.annotations.NullMarked;
