/** Real GPUs while they are watched: a worker for each, the hot set, activity counters, events. */
@NullMarked
package org.servedyno.probe.nvml.watch;

import org.jspecify.annotations.NullMarked;
