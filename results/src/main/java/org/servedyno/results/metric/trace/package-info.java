/** What a GPU trace comes to, for a person to read: a few figures a GPU, each with where it is from. */
@NullMarked
package org.servedyno.results.metric.trace;

import org.jspecify.annotations.NullMarked;
