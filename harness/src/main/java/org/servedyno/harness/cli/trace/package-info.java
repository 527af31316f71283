/** The parts of {@code servedyno trace}: the command that is watched, signals passed on, the summary as text, live CSV. */
@NullMarked
package org.servedyno.harness.cli.trace;

import org.jspecify.annotations.NullMarked;
