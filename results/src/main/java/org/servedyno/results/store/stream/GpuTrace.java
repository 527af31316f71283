package org.servedyno.results.store.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.model.gpu.GpuEvent;
import org.servedyno.results.model.gpu.GpuOccupants;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * A GPU trace as it was read, each kind of line in the order written.
 *
 * @param header its first line
 * @param samples one a GPU and look
 * @param events what happened to the GPUs
 * @param occupants who was on each GPU: at the start, and every ten seconds or so
 * @param end its last line; empty when the recorder was cut off
 * @param unknownLines lines of a kind that this build does not know; they are left out
 */
public record GpuTrace(
        GpuTraceHeader header,
        List<GpuSample> samples,
        List<GpuEvent> events,
        List<GpuOccupants> occupants,
        Optional<GpuTraceEnd> end,
        int unknownLines) {
    public GpuTrace {
        samples = List.copyOf(samples);
        events = List.copyOf(events);
        occupants = List.copyOf(occupants);
    }

    /** Whether the recorder ended as it should. */
    public boolean complete() {
        return end.isPresent();
    }

    /**
     * Reads a trace, up to its last whole line when its writer was killed or the file was cut.
     *
     * @throws IOException when the file is missing, no trace, without even its header, or written by a newer version
     */
    public static GpuTrace read(Path file) throws IOException {
        Collector collector = new Collector();
        visit(file, collector);
        return collector.trace();
    }

    /**
     * Reads a trace line by line, for what has no need of all lines at once: an hour of eight GPUs at 10 Hz is 288,000 samples.
     *
     * @throws IOException as {@link #read}
     */
    public static void visit(Path file, GpuTraceVisitor visitor) throws IOException {
        TraceLines lines = new TraceLines(file, visitor);
        GzipLines.visit(file, lines::line);
        lines.refuseNone();
    }

    private static final class Collector implements GpuTraceVisitor {
        private @Nullable GpuTraceHeader header;
        private final List<GpuSample> samples = new ArrayList<>();
        private final List<GpuEvent> events = new ArrayList<>();
        private final List<GpuOccupants> occupants = new ArrayList<>();
        private Optional<GpuTraceEnd> end = Optional.empty();
        private int unknownLines;

        @Override
        public void header(GpuTraceHeader first) {
            header = first;
        }

        @Override
        public void sample(GpuSample sample) {
            samples.add(sample);
        }

        @Override
        public void event(GpuEvent event) {
            events.add(event);
        }

        @Override
        public void occupants(GpuOccupants some) {
            occupants.add(some);
        }

        @Override
        public void end(GpuTraceEnd last) {
            end = Optional.of(last);
        }

        @Override
        public void unknown() {
            unknownLines++;
        }

        GpuTrace trace() {
            if (header == null) {
                throw new IllegalStateException("a trace has a header");
            }
            return new GpuTrace(header, samples, events, occupants, end, unknownLines);
        }
    }
}
