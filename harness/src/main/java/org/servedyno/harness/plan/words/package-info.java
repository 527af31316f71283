/** The words of a plan: its keys, the names they may hold, and the default of each. */
@NullMarked
package org.servedyno.harness.plan.words;

import org.jspecify.annotations.NullMarked;
