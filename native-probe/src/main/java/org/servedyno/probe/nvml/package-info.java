/** Real NVIDIA GPUs, read through NVML by symbol, so that an older driver costs single values and no more. */
@NullMarked
package org.servedyno.probe.nvml;

import org.jspecify.annotations.NullMarked;
