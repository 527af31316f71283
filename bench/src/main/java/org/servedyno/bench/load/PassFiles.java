package org.servedyno.bench.load;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.servedyno.results.metric.PassMetrics;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.store.JsonFile;
import org.servedyno.results.store.PassDirectory;
import org.servedyno.results.store.stream.RequestLogWriter;

/** Writes the folder of a pass. */
final class PassFiles {
    private static final long HIGHEST_LATENCY_NS = 24L * 3600 * 1_000_000_000;
    private static final int DIGITS = 3;
    private static final double NS_PER_MS = 1e6;

    private final LoadSpec spec;
    private final LoadJob job;
    private final String workSha256;
    private final Pass.Kind kind;
    private final int number;

    PassFiles(LoadSpec spec, LoadJob job, String workSha256, Pass.Kind kind, int number) {
        this.spec = spec;
        this.job = job;
        this.workSha256 = workSha256;
        this.kind = kind;
        this.number = number;
    }

    /** Writes everything, {@code pass.json} last; returns the folder's name. */
    String write(LoadResult result) throws IOException {
        String folder = Pass.folderName(job.workload().name(), kind, number);
        PassDirectory directory = spec.trial().pass(folder);
        Files.createDirectories(directory.path());
        List<RequestRecord> records = result.client().records();
        try (RequestLogWriter log =
                RequestLogWriter.create(directory.requests(), spec.simulated(), result.startAnchor())) {
            for (RequestRecord record : records) {
                log.write(record);
            }
        }
        writeLatencies(directory.latencyLog(), records, result);
        JsonFile.write(directory.passJson(), pass(result), spec.simulated());
        return folder;
    }

    private Pass pass(LoadResult result) {
        List<RequestRecord> records = result.client().records();
        int completed = (int) records.stream().filter(RequestRecord::succeeded).count();
        return new Pass(
                job.workload().name(),
                number,
                kind,
                spec.simulated(),
                workSha256,
                records.size(),
                completed,
                failures(result),
                metrics(result),
                result.client().startNs(),
                result.client().endNs(),
                result.startAnchor(),
                result.endAnchor());
    }

    private Map<String, Integer> failures(LoadResult result) {
        Map<String, Integer> failures = new TreeMap<>();
        for (RequestRecord record : result.client().records()) {
            if (!record.succeeded()) {
                failures.merge(record.outcome(), 1, Integer::sum);
            }
        }
        return failures;
    }

    private Map<String, MetricValue> metrics(LoadResult result) {
        Map<String, MetricValue> metrics = new TreeMap<>(PassMetrics.of(
                result.client().records(),
                result.client().startNs(),
                result.client().endNs(),
                job.openLoop()));
        ClientHealth health = result.health();
        metrics.put("client-pause-p99", MetricValue.of(health.pauseP99Ms(), "ms", 1));
        metrics.put("client-pause-max", MetricValue.of(health.pauseMaxMs(), "ms", 1));
        metrics.put("client-cpu-share", new MetricValue(health.cpuShare(), "cores", 1));
        return metrics;
    }

    /** The latencies as an HdrHistogram log, in nanoseconds, one tagged histogram each. */
    private static void writeLatencies(Path file, List<RequestRecord> records, LoadResult result) throws IOException {
        long startMs = result.startAnchor().wall().toEpochMilli();
        long endMs = result.endAnchor().wall().toEpochMilli();
        try (PrintStream out =
                new PrintStream(new BufferedOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputStartTime(startMs);
            log.outputLegend();
            write(log, "TTFT", records, startMs, endMs, r -> r.firstContentNs().orElseThrow());
            write(log, "E2EL", records, startMs, endMs, r -> r.lastContentNs().orElseThrow());
        }
    }

    private static void write(
            HistogramLogWriter log,
            String tag,
            List<RequestRecord> records,
            long startMs,
            long endMs,
            ToLongFunction<RequestRecord> momentNs) {
        Histogram histogram = new Histogram(HIGHEST_LATENCY_NS, DIGITS);
        for (RequestRecord record : records) {
            if (record.succeeded()) {
                long latencyNs = momentNs.applyAsLong(record) - record.sentNs().orElseThrow();
                histogram.recordValue(Math.max(0, latencyNs));
            }
        }
        histogram.setTag(tag);
        histogram.setStartTimeStamp(startMs);
        histogram.setEndTimeStamp(endMs);
        log.outputIntervalHistogram(0, (endMs - startMs) / 1000.0, histogram, NS_PER_MS);
    }
}
