package org.servedyno.harness.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.model.ContentEvents;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.report.vllm.VllmDetail;
import org.servedyno.results.report.vllm.VllmFigures;
import org.servedyno.results.report.vllm.VllmJson;
import org.servedyno.results.report.vllm.VllmRun;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.WholeFile;

/** The files of a run: vLLM's result with vLLM's keys and nothing else, and our stamp beside it. */
final class BenchFiles {
    private static final double NS_PER_SECOND = 1e9;

    private BenchFiles() {}

    /** Our stamp: what vLLM's file has no key for. A single pass against a running server is exploratory: numbers, never a verdict. */
    static ObjectNode stamp(BenchResult result, URI baseUrl, String model) {
        ObjectNode stamp = JsonNodeFactory.instance.objectNode();
        stamp.put("schemaVersion", Json.SCHEMA_VERSION);
        stamp.put("simulated", result.simulated());
        stamp.put("exploratory", true);
        stamp.put("partial", result.load().client().stopped());
        stamp.put("baseUrl", baseUrl.toString());
        stamp.put("model", model);
        stamp.put("tokenizer", result.set().tokenizer());
        stamp.put("tokenizerSha256", result.set().tokenizerSha256());
        stamp.put("promptsSha256", result.set().sha256());
        stamp.put("workSha256", result.set().workSha256());
        stamp.put("requests", result.load().client().records().size());
        stamp.put("completed", result.load().client().records().size() - result.failed());
        stamp.put("sentAgain", result.load().client().sentAgain());
        stamp.put("countedByServer", result.countedBy("usage"));
        stamp.put("countedByOurTokenizer", result.countedBy(OutputTokens.SOURCE));
        stamp.set("failures", Json.tree(result.load().failures()));
        stamp.set("metrics", Json.tree(result.metrics()));
        stamp.set("startAnchor", Json.tree(result.load().startAnchor()));
        stamp.set("endAnchor", Json.tree(result.load().endAnchor()));
        return stamp;
    }

    /** Writes both; returns vLLM's file. */
    static Path write(
            Optional<Path> folder,
            String name,
            VllmRun run,
            VllmFigures figures,
            List<VllmDetail> details,
            ObjectNode stamp)
            throws IOException {
        Path file = folder.orElse(Path.of("")).resolve(name);
        WholeFile.write(file, VllmJson.render(run, figures, details));
        String stem = name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name;
        WholeFile.write(file.resolveSibling(stem + ".servedyno.json"), Json.pretty(stamp));
        return file;
    }

    /** Every request in the set's order. */
    static List<VllmDetail> details(BenchResult result, BenchProgress progress) {
        Map<String, RequestRecord> records = new HashMap<>();
        result.load().client().records().forEach(record -> records.put(record.id(), record));
        List<VllmDetail> details = new ArrayList<>();
        for (WorkloadRequest request : result.set().requests()) {
            RequestRecord record = records.get(request.id());
            details.add(
                    record == null
                            ? unsent(request)
                            : detail(
                                    request, record, progress.text(request.id()).visible()));
        }
        return details;
    }

    private static VllmDetail unsent(WorkloadRequest request) {
        return new VllmDetail(request.promptTokens(), 0, 0, List.of(), "", "not sent");
    }

    private static VllmDetail detail(WorkloadRequest request, RequestRecord record, String text) {
        boolean timed = record.sentNs().isPresent() && record.firstContentNs().isPresent();
        double ttftSeconds =
                timed ? (record.firstContentNs().getAsLong() - record.sentNs().getAsLong()) / NS_PER_SECOND : 0;
        List<Double> gapsSeconds = new ArrayList<>();
        ContentEvents content = record.content();
        for (int i = 1; i < content.count(); i++) {
            gapsSeconds.add((content.timeNs(i) - content.timeNs(i - 1)) / NS_PER_SECOND);
        }
        return new VllmDetail(
                request.promptTokens(),
                record.succeeded() ? record.outputTokens().orElse(0) : 0,
                ttftSeconds,
                gapsSeconds,
                text,
                record.succeeded() ? "" : record.outcome());
    }
}
