/** Measured speeds of GPUs: copies and a compute load, timed by the devices themselves. */
@NullMarked
package org.servedyno.probe.cuda.deep;

import org.jspecify.annotations.NullMarked;
