/** Our own child processes of a trial, the load generator and the trace recorder, and how a trial fails with them. */
@NullMarked
package org.servedyno.harness.trial.child;

import org.jspecify.annotations.NullMarked;
