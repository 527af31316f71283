/** A study as a person lives it: progress, Ctrl-C, the answer at the end. */
@NullMarked
package org.servedyno.harness.cli.session;

import org.jspecify.annotations.NullMarked;
