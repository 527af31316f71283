package org.servedyno.results.store.stream;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.store.Json;

/**
 * {@code latency.hlog}: the latencies of a pass in HdrHistogram's log format, one tagged interval each for {@code ttft}, {@code e2el} and
 * {@code chunk-gap}, in microseconds. Failed requests are not in it.
 */
public final class LatencyLog {
    private static final long HIGHEST_US = 3_600_000_000L;
    private static final int DIGITS = 3;
    private static final long NS_PER_US = 1_000;

    private LatencyLog() {}

    /**
     * Writes the log aside and renames it.
     *
     * @param start both clocks at the start of the pass
     * @param endNs end of the pass, on the clock of the records
     */
    public static void write(Path file, boolean simulated, List<RequestRecord> requests, ClockAnchor start, long endNs)
            throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file stands in a folder");
        Path aside = folder.resolve("." + file.getFileName() + ".new");
        try (PrintStream out = new PrintStream(Files.newOutputStream(aside), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("[schemaVersion: " + Json.SCHEMA_VERSION + "]");
            writer.outputComment("[simulated: " + simulated + (simulated ? ", SIMULATED]" : "]"));
            writer.outputComment("[microseconds; of successful requests]");
            writer.outputLogFormatVersion();
            long startMs = start.wall().toEpochMilli();
            writer.outputStartTime(startMs);
            writer.setBaseTime(startMs);
            writer.outputLegend();
            for (Histogram histogram : histograms(requests).values()) {
                histogram.setStartTimeStamp(startMs);
                histogram.setEndTimeStamp(start.wallAt(endNs).toEpochMilli());
                writer.outputIntervalHistogram(histogram);
            }
            if (out.checkError()) {
                throw new IOException(file + " could not be written whole");
            }
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Map<String, Histogram> histograms(List<RequestRecord> requests) {
        Histogram ttft = empty("ttft");
        Histogram e2el = empty("e2el");
        Histogram gaps = empty("chunk-gap");
        for (RequestRecord request : requests) {
            if (request.succeeded()) {
                record(ttft, request.sentNs(), request.firstContentNs());
                record(e2el, request.sentNs(), request.lastContentNs());
                for (int i = 1; i < request.content().count(); i++) {
                    record(gaps, request.content().timeNs(i) - request.content().timeNs(i - 1));
                }
            }
        }
        Map<String, Histogram> byTag = new TreeMap<>();
        List.of(ttft, e2el, gaps).forEach(histogram -> byTag.put(histogram.getTag(), histogram));
        return byTag;
    }

    private static Histogram empty(String tag) {
        Histogram histogram = new Histogram(HIGHEST_US, DIGITS);
        histogram.setTag(tag);
        return histogram;
    }

    private static void record(Histogram histogram, OptionalLong fromNs, OptionalLong toNs) {
        if (fromNs.isPresent() && toNs.isPresent()) {
            record(histogram, toNs.getAsLong() - fromNs.getAsLong());
        }
    }

    /** Longer than an hour counts as an hour, the histogram's end. */
    private static void record(Histogram histogram, long durationNs) {
        histogram.recordValue(Math.min(HIGHEST_US, Math.max(0, durationNs / NS_PER_US)));
    }

    /** The histograms by tag, in microseconds. */
    public static Map<String, Histogram> read(Path file) throws IOException {
        Map<String, Histogram> byTag = new TreeMap<>();
        HistogramLogReader reader = new HistogramLogReader(new File(file.toString()));
        try {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                if (next instanceof Histogram histogram) {
                    byTag.put(histogram.getTag(), histogram);
                }
            }
        } finally {
            reader.close();
        }
        return byTag;
    }
}
