/** What CUDA's driver says of the GPUs, asked by a short-lived process, and how it fits to what NVML says. */
@NullMarked
package org.servedyno.probe.cuda;

import org.jspecify.annotations.NullMarked;
