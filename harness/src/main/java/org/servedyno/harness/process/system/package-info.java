/** What the operating system shows of processes, ports and limits, with secrets masked. */
@NullMarked
package org.servedyno.harness.process.system;

import org.jspecify.annotations.NullMarked;
