/** What {@code servedyno bench} does: its flags, the server it meets, one pass, and what is printed and written of it. */
@NullMarked
package org.servedyno.harness.cli.bench;

import org.jspecify.annotations.NullMarked;
