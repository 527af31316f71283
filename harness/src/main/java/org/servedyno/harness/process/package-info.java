/** Process groups of the engines: start under a guard, follow the log, signal, prove gone. */
@NullMarked
package org.servedyno.harness.process;

import org.jspecify.annotations.NullMarked;
