/** Reads back what an engine really runs, and compares it with what the plan expects. */
@NullMarked
package org.servedyno.harness.engine.observe;

import org.jspecify.annotations.NullMarked;
