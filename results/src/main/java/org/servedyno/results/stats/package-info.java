/** Pure functions of numbers: estimates, intervals and tests, each with the source of its formula. */
@NullMarked
package org.servedyno.results.stats;

import org.jspecify.annotations.NullMarked;
