/** A simulated GPU node: what the simulated engine does now becomes utilization, memory, power, clocks and temperature. */
@NullMarked
package org.servedyno.probe.sim;

import org.jspecify.annotations.NullMarked;
