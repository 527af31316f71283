package org.servedyno.results.metric.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuSample;
import org.servedyno.results.model.gpu.RecorderCost;
import org.servedyno.results.store.stream.GpuTraceEnd;
import org.servedyno.results.store.stream.GpuTraceHeader;
import org.servedyno.results.store.stream.GpuTraceVisitor;

/** Sums up a trace as its lines come. Used by one thread. */
final class TraceTally implements GpuTraceVisitor {
    private final Map<Integer, GpuTally> gpus = new TreeMap<>();
    private final List<GpuEvent> events = new ArrayList<>();
    private @Nullable GpuTraceHeader header;
    private Reading<RecorderCost> cost = Reading.absent("the recorder was cut off");
    private boolean complete;
    private long unknownLines;
    private boolean anySample;
    private long firstNs;
    private long lastNs;

    @Override
    public void header(GpuTraceHeader first) {
        header = first;
        first.gpus().forEach(gpu -> gpus.put(gpu.index(), new GpuTally(gpu)));
    }

    @Override
    public void sample(GpuSample sample) {
        firstNs = anySample ? Math.min(firstNs, sample.monotonicNs()) : sample.monotonicNs();
        lastNs = anySample ? Math.max(lastNs, sample.monotonicNs()) : sample.monotonicNs();
        anySample = true;
        tally(sample.gpu()).add(sample);
    }

    @Override
    public void event(GpuEvent event) {
        if (event.gpu().isPresent()) {
            tally(event.gpu().getAsInt()).add(event);
        } else {
            events.add(event);
        }
    }

    private GpuTally tally(int gpu) {
        return gpus.computeIfAbsent(
                gpu,
                index -> new GpuTally(new GpuTraceHeader.Gpu(
                        index, "", Reading.absent("not in the header"), Reading.absent("not in the header"))));
    }

    @Override
    public void end(GpuTraceEnd end) {
        complete = true;
        cost = Reading.of(end.cost());
    }

    @Override
    public void unknown() {
        unknownLines++;
    }

    TraceSummary summary() {
        if (header == null) {
            throw new IllegalStateException("a trace has a header");
        }
        List<GpuSummary> summaries =
                gpus.values().stream().map(GpuTally::summary).toList();
        double seconds = (lastNs - firstNs) / 1e9;
        TraceNotes notes = new TraceNotes(header, seconds, complete, unknownLines);
        return new TraceSummary(
                header, seconds, complete, cost, summaries, events, unknownLines, notes.of(summaries, events));
    }
}
