/** Runs that lie in files, as commands open them. */
@NullMarked
package org.servedyno.harness.cli.recorded;

import org.jspecify.annotations.NullMarked;
