/** The gates before a start, one class for each group of them. */
@NullMarked
package org.servedyno.probe.gate.preflight;

import org.jspecify.annotations.NullMarked;
