/** From the files of a run to what a report shows: rounding, labels, units, thinning. */
@NullMarked
package org.servedyno.results.report.assembly;

import org.jspecify.annotations.NullMarked;
