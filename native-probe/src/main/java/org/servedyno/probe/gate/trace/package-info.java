/** The gates on what was recorded while a trial was measured. */
@NullMarked
package org.servedyno.probe.gate.trace;

import org.jspecify.annotations.NullMarked;
