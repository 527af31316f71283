/** The side of CUDA's driver: what runs in the short-lived process that alone loads libcuda. */
@NullMarked
package org.servedyno.probe.cuda.driver;

import org.jspecify.annotations.NullMarked;
