package org.servedyno.harness.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.bench.client.LoadClient;
import org.servedyno.bench.load.LoadJob;
import org.servedyno.bench.load.LoadResult;
import org.servedyno.bench.load.LoadRun;
import org.servedyno.bench.load.TooFewOpenFilesException;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.TokenizerUnavailableException;
import org.servedyno.bench.tokenizer.Tokenizers;
import org.servedyno.bench.workload.RequestSet;
import org.servedyno.bench.workload.RequestSets;
import org.servedyno.bench.workload.WorkloadException;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.harness.cli.ExitCode;
import org.servedyno.harness.cli.session.StopSignal;
import org.servedyno.harness.cli.session.Terminal;
import org.servedyno.results.metric.VllmView;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.report.vllm.VllmBlock;
import org.servedyno.results.report.vllm.VllmFigures;
import org.servedyno.results.report.vllm.VllmJson;
import org.servedyno.results.report.vllm.VllmRun;
import org.servedyno.results.store.Json;

/** One pass against a running server, from flags to exit code. Used once. */
public final class BenchRun {
    private static final String NAME = "servedyno bench: ";
    private static final String VLLM_ID_PREFIX = "benchmark-serving";

    private final BenchOptions options;
    private final BenchSetting setting;
    private final PrintWriter out;
    private final PrintWriter err;

    /**
     * @param arguments what the user typed, for telling refused flags by name
     * @param out gets the blocks, or with {@code --json} the one document
     * @param err gets all else
     */
    public BenchRun(BenchOptions options, List<String> arguments, PrintWriter out, PrintWriter err) {
        this.options = options;
        this.setting = BenchSetting.of(options, arguments);
        this.out = out;
        this.err = err;
    }

    /** Runs; returns the exit code. */
    public int run() throws InterruptedException {
        if (!setting.problems().isEmpty()) {
            setting.problems().forEach(problem -> say(problem));
            return ExitCode.USAGE;
        }
        try (StopSignal stop = StopSignal.watch(() -> {})) {
            return measure(stop);
        } catch (WorkloadException | TokenizerUnavailableException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCode.USAGE;
        } catch (TooFewOpenFilesException e) {
            say(String.valueOf(e.getMessage()));
            return ExitCode.FAILED;
        } catch (IOException e) {
            say("no load could be put on " + setting.baseUrl() + ": " + ServerFacts.cause(e)
                    + ". Is the server up, and is this its address?");
            return ExitCode.FAILED;
        }
    }

    private void say(String line) {
        err.println(NAME + line);
        err.flush();
    }

    private int measure(StopSignal stop)
            throws IOException, InterruptedException, WorkloadException, TokenizerUnavailableException {
        ServerFacts server = ServerFacts.ask(setting.baseUrl(), setting.headers());
        if (options.model == null && server.models().isEmpty()) {
            say("the server names no model at /v1/models; say which by --model.");
            return ExitCode.USAGE;
        }
        String model = options.model == null ? server.models().get(0) : options.model;
        if (options.tokenizer == null) {
            say("no --tokenizer: lengths are counted by the bundled " + Tokenizers.BUNDLED
                    + ", not by the model's own.");
        }
        try (Tokenizer tokenizer = Tokenizers.open(options.tokenizer == null ? Tokenizers.BUNDLED : options.tokenizer);
                LoadClient client = LoadClient.of(setting.baseUrl())) {
            RequestSet set = requests(tokenizer);
            LoadJob check = job(
                    set.requests().subList(0, 1),
                    Optional.ofNullable(options.servedModelName).orElse(model),
                    false);
            ReadyCheck.Answer ready =
                    new ReadyCheck(client, check, stop, this::say).run(options.readyCheckTimeoutSeconds);
            if (!ready.good()) {
                return stop.getAsBoolean() ? ExitCode.INTERRUPTED : ExitCode.FAILED;
            }
            LoadJob job = job(set.requests(), check.model(), options.saveDetailed || !ready.countsTokens());
            BenchProgress progress =
                    new BenchProgress(Terminal.on(err), !options.disableProgress, options.saveDetailed);
            LoadResult load = LoadRun.run(client, job, progress, stop);
            LoadResult counted =
                    load.withRecords(OutputTokens.counted(load.client().records(), progress, tokenizer));
            return report(new BenchResult(counted, set, job.openLoop(), server.simulated()), model, progress);
        }
    }

    private RequestSet requests(Tokenizer tokenizer) throws WorkloadException {
        RequestSet set = RequestSets.build(setting.workload(), tokenizer);
        set.notices().forEach(this::say);
        List<WorkloadRequest> named = new ArrayList<>();
        for (WorkloadRequest request : set.requests()) {
            String id = request.id().startsWith(VLLM_ID_PREFIX)
                    ? options.requestIdPrefix + request.id().substring(VLLM_ID_PREFIX.length())
                    : request.id();
            named.add(new WorkloadRequest(
                    id, request.prompt(), request.promptTokens(), request.outputTokens(), request.arrivalNs()));
        }
        return new RequestSet(
                named, set.tokenizer(), set.tokenizerSha256(), set.sha256(), set.workSha256(), set.notices());
    }

    private LoadJob job(List<WorkloadRequest> requests, String servedModel, boolean keepText) {
        return new LoadJob(
                setting.workload(),
                requests,
                servedModel,
                Optional.empty(),
                Optional.empty(),
                setting.sampling(),
                setting.headers(),
                Duration.ofSeconds(options.requestTimeoutSeconds),
                Duration.ofSeconds(options.chunkTimeoutSeconds),
                Duration.ofSeconds(options.runTimeoutSeconds),
                keepText);
    }

    private int report(BenchResult result, String model, BenchProgress progress) throws IOException {
        VllmFigures figures = VllmFigures.of(view(result), setting.metrics(), options.metricPercentiles);
        VllmRun run = new VllmRun(
                LocalDateTime.now(ZoneId.systemDefault()),
                options.backend,
                Optional.ofNullable(options.label),
                model,
                Optional.ofNullable(options.tokenizer).orElse(Tokenizers.BUNDLED),
                options.numPrompts,
                options.metadata == null ? Map.of() : options.metadata,
                setting.requestsPerSecond(),
                options.burstiness,
                setting.concurrency());
        ObjectNode stamp = BenchFiles.stamp(result, setting.baseUrl(), model);
        PrintWriter blocks = options.json ? err : out;
        blocks.print(VllmBlock.render(figures, setting.concurrency(), setting.requestsPerSecond()));
        blocks.print(ServeDynoBlock.render(result));
        blocks.flush();
        if (options.saveResult) {
            String name = Optional.ofNullable(options.resultFilename).orElseGet(() -> VllmJson.fileName(run));
            Path file = BenchFiles.write(
                    Optional.ofNullable(options.resultDir),
                    name,
                    run,
                    figures,
                    options.saveDetailed ? BenchFiles.details(result, progress) : List.of(),
                    stamp);
            say("wrote " + file);
        }
        if (options.json) {
            out.print(Json.pretty(stamp));
            out.flush();
        }
        if (result.load().client().stopped()) {
            return ExitCode.INTERRUPTED;
        }
        return result.failedPercent() > options.maxFailuresPercent ? ExitCode.FAILED : ExitCode.OK;
    }

    /** vLLM counts prompts by the client's own tokenizer; so does its view. */
    private VllmView view(BenchResult result) {
        Map<String, Integer> ours = new HashMap<>();
        result.set().requests().forEach(request -> ours.put(request.id(), request.promptTokens()));
        List<RequestRecord> records = result.load().client().records().stream()
                .map(record -> new RequestRecord(
                        record.id(),
                        record.intendedNs(),
                        record.connectNs(),
                        record.sentNs(),
                        record.firstByteNs(),
                        record.content(),
                        record.endNs(),
                        ours.getOrDefault(record.id(), record.promptTokens()),
                        record.outputTokens(),
                        record.tokenSource(),
                        record.finishReason(),
                        record.outcome()))
                .toList();
        return VllmView.of(
                records,
                result.load().client().startNs(),
                result.load().client().endNs(),
                setting.origin(),
                setting.goodput());
    }
}
