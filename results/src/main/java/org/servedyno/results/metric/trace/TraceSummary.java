package org.servedyno.results.metric.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.store.stream.GpuTrace;
import org.servedyno.results.store.stream.GpuTraceHeader;

/**
 * What a GPU trace comes to.
 *
 * @param header the trace's header
 * @param seconds from the first sample to the last
 * @param complete whether the recorder ended as it should
 * @param cost what recording took; absent when the recorder was cut off
 * @param gpus by index
 * @param events what happened to the node as a whole
 * @param unknownLines lines that this build does not know
 * @param notes what a reader of the figures has to know, each a sentence
 */
public record TraceSummary(
        GpuTraceHeader header,
        double seconds,
        boolean complete,
        Reading<RecorderCost> cost,
        List<GpuSummary> gpus,
        List<GpuEvent> events,
        long unknownLines,
        List<String> notes) {
    public TraceSummary {
        gpus = List.copyOf(gpus);
        events = List.copyOf(events);
        notes = List.copyOf(notes);
    }

    /**
     * Sums up a trace, line by line, so that its length does not matter.
     *
     * @throws IOException as {@link GpuTrace#read}
     */
    public static TraceSummary of(Path trace) throws IOException {
        TraceTally tally = new TraceTally();
        GpuTrace.visit(trace, tally);
        return tally.summary();
    }
}
