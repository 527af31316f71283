/** Gates on error counters: what they rose by between two looks at a node. */
@NullMarked
package org.servedyno.probe.gate.counter;

import org.jspecify.annotations.NullMarked;
