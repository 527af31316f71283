/** The life of one trial: preflight, start, ready, warmup, measured passes, audit, stop, proved clean. */
@NullMarked
package org.servedyno.harness.trial;

import org.jspecify.annotations.NullMarked;
