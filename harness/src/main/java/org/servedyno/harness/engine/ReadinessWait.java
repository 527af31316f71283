package org.servedyno.harness.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.servedyno.harness.engine.diagnose.Diagnosis;
import org.servedyno.harness.engine.diagnose.LogProgress;
import org.servedyno.harness.engine.diagnose.SignatureCatalogue;
import org.servedyno.harness.engine.http.EngineHttp;
import org.servedyno.harness.engine.http.HttpAnswer;
import org.servedyno.harness.engine.http.TokenProbe;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.harness.process.PortClaim;
import org.servedyno.harness.process.ProcessExit;
import org.servedyno.harness.process.ProcessGroup;
import org.servedyno.results.model.Reading;
import org.servedyno.results.model.Workload;

/**
 * Waits until an engine serves. Health alone proves little: engines answer 200 before they can generate, and another server may
 * sit on the port. So the listener must be our own process, the model must be served by its name, and each endpoint of the plan must
 * give a real token. Meanwhile the process is watched, so that its end is known at once, and its log, so that a slow load is
 * told from a hang. Used once, by one thread.
 */
final class ReadinessWait {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration SHORT_PATIENCE = Duration.ofSeconds(5);
    private static final Duration TOKEN_PATIENCE = Duration.ofMinutes(2);

    /** A server that we did not start is there or it is not. */
    private static final Duration ATTACH_PATIENCE = Duration.ofSeconds(15);

    /** A refusal counts when it stays: a router may answer 404 while it still sets itself up. */
    private static final int STUBBORN_REFUSALS = 5;

    /** A process that forks right now may be seen as a listener before it is seen as a member. */
    private static final int STUBBORN_STRANGER = 3;

    private final Optional<ProcessGroup> group;
    private final EngineHttp http;
    private final OwnEngine.Facts facts;
    private final Consumer<String> progress;
    private final LogProgress counter = new LogProgress();
    private final Deque<Workload.Endpoint> silent;
    private final Optional<String> healthPath;

    private Reading<Duration> port = Reading.absent("nobody listened");
    private Reading<Duration> health = Reading.absent("not answered");
    private Reading<String> portOwner = Reading.absent("nobody listened");
    private String modelId;
    private String lastSeen = "nobody listened on the port";
    private int refusals;
    private int strangers;

    /**
     * @param group the engine's processes; empty when it is not ours
     * @param progress takes a line at each stage
     */
    ReadinessWait(Optional<ProcessGroup> group, EngineHttp http, OwnEngine.Facts facts, Consumer<String> progress) {
        this.group = group;
        this.http = http;
        this.facts = facts;
        this.progress = progress;
        this.silent = new ArrayDeque<>(facts.request().endpoints());
        this.healthPath = EngineSettings.of(facts.request().configuration()).readyPath();
        this.modelId = facts.request().configuration().model();
    }

    Readiness await() throws EngineFailure, InterruptedException {
        while (true) {
            failIfEnded();
            if (listening() && healthy() && serves()) {
                Duration firstToken = sinceStart();
                progress.accept("first token after " + seconds(firstToken));
                return new Readiness(port, health, Reading.of(firstToken), portOwner, modelId);
            }
            failIfTooLong();
            pause();
        }
    }

    private boolean listening() throws EngineFailure {
        if (port.toOptional().isPresent()) {
            return true;
        }
        if (group.isEmpty()) {
            port = Reading.absent("not started by us");
            portOwner = Reading.absent("not started by us");
            return true;
        }
        PortClaim claim = PortClaim.of(facts.port(), group.get());
        if (claim instanceof PortClaim.Nobody || (claim instanceof PortClaim.Stranger s && strange(s))) {
            return false;
        }
        portOwner = proof(claim, group.get());
        port = Reading.of(sinceStart());
        lastSeen = "somebody listens on the port, and nothing has been answered";
        progress.accept("port open after " + seconds(sinceStart()));
        return true;
    }

    /** Whether to look again; a stranger that stays is a failure, unless the engine was started through another program. */
    private boolean strange(PortClaim.Stranger stranger) throws EngineFailure {
        boolean startedElsewhere = !EngineSettings.of(facts.request().configuration())
                .launchPrefix()
                .isEmpty();
        strangers++;
        if (startedElsewhere || strangers < STUBBORN_STRANGER) {
            return !startedElsewhere;
        }
        throw new EngineFailure(
                FailureClass.PORT_IN_USE,
                stranger.process() + " listens on port " + facts.port() + " and is not the engine that we started",
                tail(),
                "Stop that process yourself, or leave the port out of the plan, so that a free one is chosen.");
    }

    private static Reading<String> proof(PortClaim claim, ProcessGroup group) {
        if (claim instanceof PortClaim.Ours ours) {
            return Reading.of("pid " + ours.process().pid() + " of our session " + group.pid());
        }
        if (claim instanceof PortClaim.Stranger stranger) {
            return Reading.absent("the launch prefix starts the engine elsewhere; " + stranger.process() + " listens");
        }
        return Reading.absent(claim instanceof PortClaim.Unproved unproved ? unproved.reason() : "nobody listens");
    }

    private boolean healthy() throws InterruptedException {
        if (health.toOptional().isPresent()) {
            return true;
        }
        String path = healthPath.orElse("/health");
        try {
            HttpAnswer answer = http.get(path, SHORT_PATIENCE);
            if (answer.success()) {
                health = Reading.of(sinceStart());
                progress.accept("GET " + path + " answers after " + seconds(sinceStart()));
                return true;
            }
            lastSeen = "GET " + path + ": " + answer.words();
            boolean noSuchPath = answer.status() == 404 || answer.status() == 405 || answer.status() == 501;
            if (healthPath.isEmpty() && noSuchPath) {
                health = Reading.absent(lastSeen);
                return true;
            }
            return false;
        } catch (IOException e) {
            lastSeen = "GET " + path + ": " + e.getMessage();
            return false;
        }
    }

    private boolean serves() throws EngineFailure, InterruptedException {
        if (!modelIsServed()) {
            return false;
        }
        while (!silent.isEmpty()) {
            TokenProbe.Result result = TokenProbe.ask(http, silent.peek(), modelId, TOKEN_PATIENCE);
            if (result instanceof TokenProbe.Result.Refused refused) {
                refused(refused.aboutModel() ? FailureClass.MODEL_NAME : FailureClass.REQUEST_FORMAT, refused.words());
                return false;
            }
            refusals = 0;
            if (result instanceof TokenProbe.Result.NotYet notYet) {
                lastSeen = notYet.words();
                return false;
            }
            silent.remove();
        }
        return true;
    }

    /** Compares the plan's model with those of {@code /v1/models}; a server that does not list its models is asked for a token all the same. */
    private boolean modelIsServed() throws EngineFailure, InterruptedException {
        String wanted = facts.request().configuration().model();
        try {
            HttpAnswer answer = http.get("/v1/models", SHORT_PATIENCE);
            List<String> ids = new ArrayList<>();
            for (JsonNode model : answer.json().path("data")) {
                String id = model.path("id").asText();
                ids.add(id);
                if (wanted.equals(id) || wanted.equals(model.path("root").asText())) {
                    modelId = id;
                    return true;
                }
            }
            if (!answer.success() || ids.isEmpty()) {
                return true;
            }
            refused(FailureClass.MODEL_NAME, "the plan asks for model " + wanted + ", the engine serves " + ids);
            return false;
        } catch (IOException e) {
            lastSeen = "GET /v1/models: " + e.getMessage();
            return false;
        }
    }

    private void refused(FailureClass failureClass, String words) throws EngineFailure {
        lastSeen = words;
        refusals++;
        if (refusals < STUBBORN_REFUSALS) {
            return;
        }
        String advice = failureClass == FailureClass.MODEL_NAME
                ? "Write the model's name in the plan as the engine serves it, or set the engine's served model name."
                : "The engine refuses the kind of request the plan uses. Try the workload's other endpoint (completions"
                        + " or chat), or give the engine a chat template.";
        throw new EngineFailure(failureClass, words, tail(), advice);
    }

    private void failIfEnded() throws EngineFailure {
        Optional<ProcessExit> exit = group.flatMap(ProcessGroup::exit);
        if (exit.isPresent()) {
            throw OwnEngine.ended(group.get(), exit.get(), facts.request().log(), false);
        }
    }

    private void failIfTooLong() throws EngineFailure {
        long nowNs = System.nanoTime();
        if (counter.look(tail(), nowNs)) {
            counter.words().ifPresent(words -> progress.accept("loading " + words));
        }
        ReadyPolicy policy = facts.request().ready();
        Duration total = group.isPresent() ? policy.total() : shorter(policy.total(), ATTACH_PATIENCE);
        boolean advances = counter.lastAdvanceNs().isPresent()
                && nowNs - counter.lastAdvanceNs().getAsLong()
                        < policy.noProgress().toNanos();
        boolean late = sinceStart().compareTo(total) > 0 && !advances;
        boolean noLonger = sinceStart().compareTo(policy.ceiling()) > 0;
        if (late || noLonger || silentTooLong(nowNs, policy)) {
            throw tooLong(silentTooLong(nowNs, policy));
        }
    }

    private boolean silentTooLong(long nowNs, ReadyPolicy policy) {
        if (group.isEmpty() || port.toOptional().isPresent()) {
            return false;
        }
        long lastLineNs = group.get().lastLineNs().orElse(facts.startNs());
        return nowNs - lastLineNs > policy.noProgress().toNanos();
    }

    private EngineFailure tooLong(boolean hang) {
        String after = "after " + seconds(sinceStart()) + ": ";
        if (group.isEmpty()) {
            return new EngineFailure(
                    FailureClass.UNREACHABLE,
                    http.base() + " gave no token " + after + lastSeen,
                    List.of(),
                    "Check the plan's base-url, and that the server is up and can generate.");
        }
        Optional<Diagnosis> known =
                SignatureCatalogue.load().diagnose(OwnEngine.log(facts.request().log()), false);
        if (known.isPresent()) {
            return new EngineFailure(
                    FailureClass.of(known.get().failureClass()),
                    known.get().causeLine(),
                    tail(),
                    known.get().advice());
        }
        if (port.toOptional().isPresent()) {
            return new EngineFailure(
                    FailureClass.NOT_READY,
                    "the port is open but no token came " + after + lastSeen,
                    tail(),
                    "Read engine.log for what it waits for; if it only needs longer, raise launch: ready-timeout.");
        }
        return new EngineFailure(
                hang ? FailureClass.HANG_STARTUP : FailureClass.START_TIMEOUT,
                (hang ? "nothing new in its log, and the port not open " : "the port not open ")
                        + after
                        + SignatureCatalogue.lastError(tail()).orElse("it never wrote a line"),
                tail(),
                hang
                        ? "With several GPUs look at their links first (servedyno probe; NCCL_DEBUG=INFO shows where it stops);"
                                + " if it only needs longer, raise launch: ready-timeout."
                        : "If it only needs longer, raise launch: ready-timeout. Check that its command uses {port}.");
    }

    private List<String> tail() {
        return group.map(ProcessGroup::logTail).orElse(List.of());
    }

    private void pause() throws InterruptedException {
        if (group.isPresent()) {
            group.get().awaitExit(LOOK);
        } else {
            Thread.sleep(LOOK.toMillis());
        }
    }

    private Duration sinceStart() {
        return Duration.ofNanos(System.nanoTime() - facts.startNs());
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
