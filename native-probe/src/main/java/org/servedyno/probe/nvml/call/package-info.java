/** One call into NVML at a time: the library, return codes, buffers, retries; JNA stands in {@link NvmlLibrary} alone. */
@NullMarked
package org.servedyno.probe.nvml.call;

import org.jspecify.annotations.NullMarked;
