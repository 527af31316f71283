/** What a plan will do, told before it does it. */
@NullMarked
package org.servedyno.harness.plan.dryrun;

import org.jspecify.annotations.NullMarked;
