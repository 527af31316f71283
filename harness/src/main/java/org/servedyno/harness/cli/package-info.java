/** The command line: one class a command, progress and exit codes; nothing below this package prints. */
@NullMarked
package org.servedyno.harness.cli;

import org.jspecify.annotations.NullMarked;
