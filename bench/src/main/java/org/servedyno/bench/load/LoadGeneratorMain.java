package org.servedyno.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.bench.client.LoadClient;
import org.servedyno.bench.workload.RequestSet;
import org.servedyno.bench.workload.SealedRequestSet;
import org.servedyno.bench.workload.WorkloadException;
import org.servedyno.probe.child.ChildConsole;
import org.servedyno.results.model.Pass;
import org.servedyno.results.store.Json;

/**
 * The load generator as a process of its own, so that nothing the harness does, or suffers, touches a measurement. It is given a spec
 * file, told on stdin which pass to run, and answers on stdout; when stdin ends it writes what there is of a pass under way, marked
 * partial, and ends.
 */
public final class LoadGeneratorMain {
    /**
     * The JVM flags it runs with. On one event-loop thread the second compiler costs more than it brings: its threads take the client's
     * core while it measures, and gap errors grow tenfold; so C1 alone. A small serial heap keeps collections short.
     */
    public static final List<String> JVM_FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xms64m", "-Xmx1g", "-Xshare:auto");

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final int SPEC_UNUSABLE = 2;

    private final ChildConsole console;
    private final LoadSpec spec;
    private final Map<String, RequestSet> requestSets = new HashMap<>();

    private LoadGeneratorMain(ChildConsole console, LoadSpec spec) {
        this.console = console;
        this.spec = spec;
    }

    public static void main(String[] args) throws InterruptedException {
        ChildConsole console = ChildConsole.open();
        try {
            new LoadGeneratorMain(console, LoadSpec.read(Path.of(args[0]))).serve();
        } catch (IOException | WorkloadException e) {
            console.emit("failed", Map.of("reason", String.valueOf(e.getMessage())));
            System.exit(SPEC_UNUSABLE);
        }
    }

    private void serve() throws IOException, WorkloadException, InterruptedException {
        for (LoadSpec.SealedWorkload sealed : spec.workloads()) {
            requestSets.put(sealed.workload().name(), SealedRequestSet.read(sealed.requestSet()));
        }
        try (LoadClient client = LoadClient.of(spec.baseUrl())) {
            console.emit("ready", Map.of("pid", ProcessHandle.current().pid()));
            while (!console.stdinEnded()) {
                Optional<String> command = console.nextCommand(POLL);
                if (command.isPresent()) {
                    obey(client, Json.parse(command.get()));
                }
            }
        }
    }

    private void obey(LoadClient client, JsonNode command) throws InterruptedException {
        String name = command.path("workload").asText();
        Optional<LoadSpec.SealedWorkload> sealed = spec.workloads().stream()
                .filter(one -> one.workload().name().equals(name))
                .findFirst();
        if (sealed.isEmpty()) {
            console.emit("failed", Map.of("reason", "there is no workload " + name));
            return;
        }
        try {
            console.emit("pass", Map.of("folder", runPass(client, sealed.get(), command)));
        } catch (IOException e) {
            console.emit("failed", Map.of("reason", String.valueOf(e.getMessage())));
        }
    }

    private String runPass(LoadClient client, LoadSpec.SealedWorkload sealed, JsonNode command)
            throws IOException, InterruptedException {
        RequestSet set =
                Optional.ofNullable(requestSets.get(sealed.workload().name())).orElseThrow();
        LoadJob job = new LoadJob(
                sealed.workload(),
                set.requests(),
                spec.model(),
                Optional.of(command.path("orderSeed").asLong()),
                Optional.ofNullable(command.get("salt")).map(JsonNode::asText),
                Map.of(),
                List.of(),
                spec.requestLimit(),
                spec.silenceLimit());
        Pass.Kind kind = Pass.Kind.valueOf(command.path("kind").asText().toUpperCase(java.util.Locale.ROOT));
        int number = command.path("pass").asInt();
        LoadResult result = LoadRun.run(
                client,
                job,
                (done, failed, total) -> console.emit(
                        "progress",
                        Map.of("workload", job.workload().name(), "done", done, "failed", failed, "total", total)),
                console::stdinEnded);
        return new PassFiles(spec, job, set.workSha256(), kind, number).write(result);
    }
}
