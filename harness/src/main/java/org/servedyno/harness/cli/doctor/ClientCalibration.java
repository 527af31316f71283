package org.servedyno.harness.cli.doctor;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.servedyno.bench.client.LoadClient;
import org.servedyno.bench.load.LoadJob;
import org.servedyno.bench.load.LoadResult;
import org.servedyno.bench.load.LoadRun;
import org.servedyno.bench.sim.EngineStartException;
import org.servedyno.bench.sim.InvalidOptionsException;
import org.servedyno.bench.sim.SimulatedEngine;
import org.servedyno.bench.sim.SimulatedEngineOptions;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.metric.PassMetrics;
import org.servedyno.results.model.Workload;

/**
 * How many requests and tokens a second this machine's client can take in: against a server in this process that answers at once. Both
 * share the machine, so a client with a machine of its own reaches more.
 */
public final class ClientCalibration {
    private static final int IN_FLIGHT = 64;
    private static final int SHORT_REQUESTS = 4000;
    private static final int LONG_REQUESTS = 400;
    private static final int LONG_TOKENS = 200;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private ClientCalibration() {}

    /** Takes some seconds. */
    public static List<Finding> run(String version) throws InterruptedException {
        SimulatedEngineOptions options = SimulatedEngineOptions.builder()
                .nullServer(true)
                .version(version)
                .build();
        try (SimulatedEngine engine = SimulatedEngine.start(options);
                LoadClient client = LoadClient.of(URI.create(engine.baseUrl()))) {
            String model = options.model();
            pass(client, model, SHORT_REQUESTS, 1);
            LoadResult requests = pass(client, model, SHORT_REQUESTS, 1);
            LoadResult tokens = pass(client, model, LONG_REQUESTS, LONG_TOKENS);
            return List.of(
                    finding(
                            "client-requests",
                            "requests/s",
                            requests,
                            requests.client().records().size()),
                    finding(
                            "client-tokens",
                            "tokens/s",
                            tokens,
                            PassMetrics.outputTokens(tokens.client().records())));
        } catch (IOException | InvalidOptionsException | EngineStartException e) {
            return List.of(
                    Finding.fail("client", "calibration broke off: " + e.getMessage(), "see the findings above"));
        }
    }

    private static LoadResult pass(LoadClient client, String model, int count, int outputTokens)
            throws IOException, InterruptedException {
        List<WorkloadRequest> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(new WorkloadRequest("calibration" + i, "Say something.", 3, outputTokens, 0));
        }
        Workload workload = new Workload(
                "calibration",
                "random",
                Optional.empty(),
                count,
                OptionalInt.of(3),
                OptionalInt.of(outputTokens),
                0,
                0,
                Workload.Endpoint.COMPLETIONS,
                true,
                OptionalInt.of(IN_FLIGHT),
                OptionalDouble.empty(),
                Optional.empty());
        LoadJob job = new LoadJob(
                workload,
                requests,
                model,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                LIMIT,
                LIMIT,
                LIMIT,
                false);
        return LoadRun.run(client, job, (done, failed, total) -> {}, () -> false);
    }

    private static Finding finding(String id, String unit, LoadResult result, long count) {
        if (!result.failures().isEmpty()) {
            return Finding.fail(
                    id, "requests to a server of our own failed: " + result.failures(), "look at open-files and port");
        }
        double seconds = (result.client().endNs() - result.client().startNs()) / 1e9;
        return Finding.ok(
                id,
                String.format(
                        Locale.ROOT,
                        "%.0f %s at %d in flight, server on the same machine (SIMULATED null engine); longest pause %.1f ms",
                        count / seconds,
                        unit,
                        IN_FLIGHT,
                        result.health().pauseMaxMs().toOptional().orElse(0.0)));
    }
}
