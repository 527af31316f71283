/** What is measured and how: every metric's definition, and its computation from request records and GPU samples. */
@NullMarked
package org.servedyno.results.metric;

import org.jspecify.annotations.NullMarked;
