package org.servedyno.results.store.stream;

import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.gpu.RecorderCost;

/**
 * The last line of a GPU trace whose recorder ended as it should.
 *
 * @param anchor both clocks of the recorder when it ended
 * @param cost what recording took
 */
public record GpuTraceEnd(ClockAnchor anchor, RecorderCost cost) {}
