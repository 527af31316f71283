/** The recorder of GPU samples, in a process of its own while something is measured, with its own lateness and cost on record. */
@NullMarked
package org.servedyno.probe.trace;

import org.jspecify.annotations.NullMarked;
