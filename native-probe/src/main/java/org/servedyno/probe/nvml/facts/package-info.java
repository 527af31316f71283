/** Reads the standing facts of real GPUs, group by group. */
@NullMarked
package org.servedyno.probe.nvml.facts;

import org.jspecify.annotations.NullMarked;
