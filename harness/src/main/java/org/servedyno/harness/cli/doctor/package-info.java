/** What {@code servedyno doctor} looks at on this machine, and how fast a client it makes. */
@NullMarked
package org.servedyno.harness.cli.doctor;

import org.jspecify.annotations.NullMarked;
