/** Reads an engine's log: what kind of failure it shows, its cause line, and whether a start makes progress. */
@NullMarked
package org.servedyno.harness.engine.diagnose;

import org.jspecify.annotations.NullMarked;
