package org.servedyno.bench.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.servedyno.results.metric.PassMetrics;
import org.servedyno.results.metric.VllmView;
import org.servedyno.results.model.MetricValue;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.report.vllm.VllmBlock;
import org.servedyno.results.report.vllm.VllmFigures;
import org.servedyno.results.report.vllm.VllmMetric;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.PassDirectory;
import org.servedyno.results.store.WholeFile;
import org.servedyno.results.store.stream.LatencyLog;

/** Writes what a finished pass came to into its folder; the records themselves are there already. */
final class PassFiles {
    private static final List<Double> RANKS = List.of(99.0);

    private final PassDirectory directory;
    private final boolean simulated;
    private final LoadJob job;
    private final String workSha256;
    private final Pass.Kind kind;
    private final int number;

    PassFiles(PassDirectory directory, boolean simulated, LoadJob job, String workSha256, Pass.Kind kind, int number) {
        this.directory = directory;
        this.simulated = simulated;
        this.job = job;
        this.workSha256 = workSha256;
        this.kind = kind;
        this.number = number;
    }

    /** Writes everything, {@code pass.json} last: where it stands, the folder is whole. */
    void write(LoadResult result) throws IOException {
        LatencyLog.write(
                directory.latencyLog(),
                simulated,
                result.client().records(),
                result.startAnchor(),
                result.client().endNs());
        WholeFile.write(directory.block(), block(result));
        ObjectNode document = Json.document(pass(result), simulated);
        document.put("partial", result.client().stopped());
        document.put("sentAgain", result.client().sentAgain());
        WholeFile.write(directory.passJson(), Json.pretty(document));
    }

    /** vLLM's block, and below it what vLLM's block has no room for. */
    private String block(LoadResult result) {
        VllmView view = VllmView.of(
                result.client().records(),
                result.client().startNs(),
                result.client().endNs(),
                VllmView.Origin.SENT,
                VllmView.Goodput.NOT_ASKED);
        EnumSet<VllmMetric.Kind> selected = EnumSet.of(VllmMetric.Kind.TTFT, VllmMetric.Kind.TPOT, VllmMetric.Kind.ITL);
        String text = VllmBlock.render(
                VllmFigures.of(view, selected, RANKS),
                job.workload().concurrency(),
                job.workload().requestsPerSecond());
        return text
                + (simulated ? "SIMULATED: no figure above describes a real engine.\n" : "")
                + (result.client().stopped() ? "PARTIAL: the pass was stopped before its end.\n" : "");
    }

    private Pass pass(LoadResult result) {
        List<RequestRecord> records = result.client().records();
        int completed = (int) records.stream().filter(RequestRecord::succeeded).count();
        return new Pass(
                job.workload().name(),
                number,
                kind,
                simulated,
                workSha256,
                records.size(),
                completed,
                result.failures(),
                metrics(result),
                result.client().startNs(),
                result.client().endNs(),
                result.startAnchor(),
                result.endAnchor());
    }

    private Map<String, MetricValue> metrics(LoadResult result) {
        Map<String, MetricValue> metrics = new TreeMap<>(PassMetrics.of(
                result.client().records(),
                result.client().startNs(),
                result.client().endNs(),
                job.openLoop()));
        metrics.putAll(result.health().metrics());
        return metrics;
    }
}
