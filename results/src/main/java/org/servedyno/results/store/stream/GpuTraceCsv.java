package org.servedyno.results.store.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.servedyno.results.model.gpu.GpuSample;

/**
 * The samples of a trace as CSV (RFC 4180): a line of column names with their units, then a line a sample and GPU, lines ended by CR LF. The
 * columns are {@code wallTime} (UTC), {@code seconds} since the begin of the trace, {@code gpu}, {@code uuid}, the fields of a sample in the order
 * of the trace's own lines, and {@code lateNs}. What is absent is an empty cell. Events and processes are not in it. Used by one thread.
 */
public final class GpuTraceCsv implements GpuTraceVisitor {
    private static final String NEW_LINE = "\r\n";
    private static final double NS_PER_SECOND = 1e9;

    private final Appendable out;
    private @Nullable GpuTraceHeader header;

    /**
     * @param out where the text goes; an {@link IOException} of it comes back as an {@link UncheckedIOException}
     */
    public GpuTraceCsv(Appendable out) {
        this.out = out;
    }

    /** The columns in their order. */
    public static List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("wallTime", "seconds", "gpu", "uuid"));
        GpuField.ALL.forEach(field -> columns.add(field.csvName()));
        columns.add("lateNs");
        return columns;
    }

    @Override
    public void header(GpuTraceHeader first) {
        header = first;
        line(columns());
    }

    @Override
    public void sample(GpuSample sample) {
        if (header == null) {
            throw new IllegalStateException("a trace begins with its header");
        }
        List<String> cells = new ArrayList<>();
        cells.add(header.anchor().wallAt(sample.monotonicNs()).toString());
        cells.add(String.format(
                Locale.ROOT, "%.6f", (sample.monotonicNs() - header.anchor().monotonicNs()) / NS_PER_SECOND));
        cells.add(String.valueOf(sample.gpu()));
        cells.add(uuid(header, sample.gpu()));
        GpuField.ALL.forEach(field ->
                cells.add(field.of(sample).toOptional().map(GpuTraceCsv::plain).orElse("")));
        cells.add(String.valueOf(sample.lateNs()));
        line(cells);
    }

    /** Without an exponent, which not every reader of CSV takes for a number. */
    private static String plain(Number value) {
        return new BigDecimal(value.toString()).toPlainString();
    }

    private static String uuid(GpuTraceHeader header, int gpu) {
        return header.gpus().stream()
                .filter(known -> known.index() == gpu)
                .map(GpuTraceHeader.Gpu::uuid)
                .findFirst()
                .orElse("");
    }

    private void line(List<String> cells) {
        try {
            out.append(cells.stream().map(GpuTraceCsv::quoted).collect(Collectors.joining(",")));
            out.append(NEW_LINE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
