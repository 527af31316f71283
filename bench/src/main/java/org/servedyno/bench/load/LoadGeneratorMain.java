package org.servedyno.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.servedyno.bench.client.ClientProgress;
import org.servedyno.bench.client.GeneratedText;
import org.servedyno.bench.client.LoadClient;
import org.servedyno.bench.workload.RequestSet;
import org.servedyno.bench.workload.SealedRequestSet;
import org.servedyno.bench.workload.WorkloadException;
import org.servedyno.probe.child.ChildConsole;
import org.servedyno.results.model.ClockAnchor;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.RequestRecord;
import org.servedyno.results.store.Json;
import org.servedyno.results.store.PassDirectory;

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
    /** Below the six hours after which the parent gives up, so that what was measured is written. */
    private static final Duration PASS_LIMIT = Duration.ofMinutes(350);

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
        Optional<Pass.Kind> kind = Arrays.stream(Pass.Kind.values())
                .filter(one -> one.word().equals(command.path("kind").asText()))
                .findFirst();
        boolean known = command.path("command").asText().equals("pass");
        if (!known
                || sealed.isEmpty()
                || kind.isEmpty()
                || !command.path("pass").isInt()) {
            fail("not a pass of a workload in the spec: " + command);
            return;
        }
        try {
            console.emit("pass", Map.of("folder", runPass(client, sealed.get(), kind.get(), command)));
        } catch (IOException e) {
            fail(String.valueOf(e.getMessage()));
        }
    }

    private void fail(String reason) {
        console.emit("failed", Map.of("reason", reason));
    }

    private String runPass(LoadClient client, LoadSpec.SealedWorkload sealed, Pass.Kind kind, JsonNode command)
            throws IOException, InterruptedException {
        String name = sealed.workload().name();
        RequestSet set = Optional.ofNullable(requestSets.get(name)).orElseThrow();
        LoadJob job = new LoadJob(
                sealed.workload(),
                set.requests(),
                spec.model(),
                Optional.ofNullable(command.get("orderSeed")).map(JsonNode::asLong),
                Optional.ofNullable(command.get("salt")).map(JsonNode::asText),
                Map.of(),
                List.of(),
                spec.requestLimit(),
                spec.silenceLimit(),
                PASS_LIMIT,
                false);
        int number = command.path("pass").asInt();
        String folder = Pass.folderName(name, kind, number);
        PassDirectory directory = spec.trial().pass(folder);
        Files.createDirectories(directory.path());
        LoadResult result;
        try (RecordStream records = RecordStream.open(directory.requests(), spec.simulated(), ClockAnchor.now())) {
            result = LoadRun.run(client, job, new Progress(console, name, records), console::stdinEnded);
        }
        new PassFiles(directory, spec.simulated(), job, set.workSha256(), kind, number).write(result);
        return folder;
    }

    /** Tells the parent how far the pass is, and keeps its records. */
    private record Progress(ChildConsole console, String workload, RecordStream records) implements ClientProgress {
        @Override
        public void at(int done, int failed, int total) {
            console.emit("progress", Map.of("workload", workload, "done", done, "failed", failed, "total", total));
        }

        @Override
        public void ended(RequestRecord request, GeneratedText text) {
            records.add(request);
        }
    }
}
