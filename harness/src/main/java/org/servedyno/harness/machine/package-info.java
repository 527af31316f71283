/** Facts of the machine and the software that a result rests on. */
@NullMarked
package org.servedyno.harness.machine;

import org.jspecify.annotations.NullMarked;
