/** What a trial learns of its GPUs: before the start, during it from the trace, and after the stop. */
@NullMarked
package org.servedyno.harness.trial.gpu;

import org.jspecify.annotations.NullMarked;
