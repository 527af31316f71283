/** One adapter an engine: its command line and environment, when it is ready, what it really runs, and how it fails. */
@NullMarked
package org.servedyno.harness.engine;

import org.jspecify.annotations.NullMarked;
