/** The recorder of GPU samples during a trial, with its own lateness and cost on record. */
@NullMarked
package org.servedyno.probe.trace;

import org.jspecify.annotations.NullMarked;
