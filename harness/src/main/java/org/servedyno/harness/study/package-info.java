/** Whole studies: blocks in seeded order, the journal, resuming, and what the console is told. */
@NullMarked
package org.servedyno.harness.study;

import org.jspecify.annotations.NullMarked;
