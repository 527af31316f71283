package org.servedyno.harness.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.servedyno.harness.engine.diagnose.Diagnosis;
import org.servedyno.harness.engine.diagnose.SignatureCatalogue;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.http.EngineMetrics;
import org.servedyno.harness.engine.launch.EngineLaunch;
import org.servedyno.harness.process.ProcessExit;
import org.servedyno.harness.process.ProcessGroup;
import org.servedyno.harness.process.StopPolicy;
import org.servedyno.harness.process.Teardown;
import org.servedyno.harness.process.system.SecretMask;
import org.servedyno.results.model.Reading;

/** An engine that we started. */
final class OwnEngine implements StartedEngine {
    private static final int MOST_LOG_BYTES = 4 << 20;

    /**
     * How it was started.
     *
     * @param port the port it was given
     * @param launch its command line and environment
     * @param request what it was started for
     * @param startNs when, {@link System#nanoTime()}
     */
    record Facts(int port, EngineLaunch launch, EngineRequest request, long startNs) {}

    private final ProcessGroup group;
    private final EngineHttp http;
    private final Facts facts;
    private final SecretMask mask;
    private final Readiness readiness;
    private final ObservedSettings observed;

    private OwnEngine(
            ProcessGroup group, EngineHttp http, Facts facts, Readiness readiness, ObservedSettings observed) {
        this.group = group;
        this.http = http;
        this.facts = facts;
        this.mask = SecretMask.of(facts.launch().environment());
        this.readiness = readiness;
        this.observed = observed;
    }

    /** Waits until the engine serves, then reads its settings. The caller stops the group when this fails. */
    static OwnEngine whenReady(ProcessGroup group, EngineHttp http, Facts facts, Consumer<String> progress)
            throws EngineFailure, InterruptedException {
        Readiness readiness = new ReadinessWait(Optional.of(group), http, facts, progress).await();
        ObservedSettings observed = ObservedSettings.read(
                http,
                log(facts.request().log()),
                facts.request().configuration().expect());
        return new OwnEngine(group, http, facts, readiness, observed);
    }

    @Override
    public URI baseUrl() {
        return http.base();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(group.pid());
    }

    @Override
    public OptionalInt port() {
        return OptionalInt.of(facts.port());
    }

    @Override
    public List<String> command() {
        return mask.command(facts.launch().shown());
    }

    @Override
    public Map<String, String> environment() {
        return mask.environment(facts.launch().environment());
    }

    @Override
    public Readiness readiness() {
        return readiness;
    }

    @Override
    public ObservedSettings observed() {
        return observed;
    }

    @Override
    public Optional<EngineFailure> failure() {
        return group.exit().map(exit -> ended(group, exit, facts.request().log(), true));
    }

    @Override
    public List<String> logTail() {
        return group.logTail();
    }

    @Override
    public CacheReset resetPrefixCache() throws InterruptedException {
        return CacheReset.ask(http);
    }

    @Override
    public Reading<String> metrics() throws InterruptedException {
        return EngineMetrics.scrape(http);
    }

    @Override
    public Teardown stop(StopPolicy policy) {
        return group.stop(policy);
    }

    /** The failure of an engine whose process ended by itself. */
    static EngineFailure ended(ProcessGroup group, ProcessExit exit, Path logFile, boolean serving) {
        try {
            group.awaitLogEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<String> log = log(logFile);
        String how = serving ? "it ended while serving, " + exit.words() : exit.words();
        Optional<Diagnosis> known = SignatureCatalogue.load().diagnose(log, serving);
        if (known.isPresent()) {
            return new EngineFailure(
                    FailureClass.of(known.get().failureClass()),
                    known.get().causeLine(),
                    group.logTail(),
                    known.get().advice() + " (" + exit.words() + ")");
        }
        String line = SignatureCatalogue.lastError(log).map(l -> how + ": " + l).orElse(how + ", without a word");
        String advice = exit.signal().filter("SIGKILL"::equals).isPresent()
                ? "Nobody but the kernel or another user sends SIGKILL: see whether memory ran out (dmesg, docker events)."
                : "Run the command by hand, in the same folder and environment; engine.log has all it said.";
        return new EngineFailure(
                serving ? FailureClass.CRASH_INFERENCE : FailureClass.EXITED_AT_START, line, group.logTail(), advice);
    }

    /** The log's last lines, up to some megabytes; empty when it can't be read, as the tail is kept apart. */
    static List<String> log(Path file) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - MOST_LOG_BYTES);
            byte[] bytes = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException e) {
            return List.of("engine.log can't be read: " + e.getMessage());
        }
    }
}
