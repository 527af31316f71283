/** The files of a run directory that grow while something is measured, readable up to the last flush when their writer was killed. */
@NullMarked
package org.servedyno.results.store.stream;

import org.jspecify.annotations.NullMarked;
