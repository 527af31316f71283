/** Command lines and environments of the engines that we start. */
@NullMarked
package org.servedyno.harness.engine.launch;

import org.jspecify.annotations.NullMarked;
