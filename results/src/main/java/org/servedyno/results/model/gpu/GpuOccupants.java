package org.servedyno.results.model.gpu;

import java.util.List;
import org.servedyno.results.model.Reading;

/**
 * Who was on one GPU at one moment.
 *
 * @param monotonicNs when it was read, nanoseconds of the reader's monotonic clock
 * @param gpu index of the GPU
 * @param processes all of them; empty means nobody
 */
public record GpuOccupants(long monotonicNs, int gpu, Reading<List<GpuProcess>> processes) {}
