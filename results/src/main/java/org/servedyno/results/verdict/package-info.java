/** What the trials of a study say: estimates, contrasts with the baseline, verdicts, and the comparison of studies. */
@NullMarked
package org.servedyno.results.verdict;

import org.jspecify.annotations.NullMarked;
