package org.servedyno.harness.trial;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.servedyno.harness.engine.EngineAdapter;
import org.servedyno.harness.engine.EngineAdapters;
import org.servedyno.harness.engine.EngineFailure;
import org.servedyno.harness.engine.StartedEngine;
import org.servedyno.harness.process.StopPolicy;
import org.servedyno.harness.process.Teardown;
import org.servedyno.harness.trial.child.LoadSession;
import org.servedyno.harness.trial.child.TrialChildren;
import org.servedyno.harness.trial.child.TrialFailure;
import org.servedyno.harness.trial.gpu.GpuNode;
import org.servedyno.harness.trial.gpu.GpuPreflight;
import org.servedyno.harness.trial.gpu.GpuRecording;
import org.servedyno.harness.trial.gpu.TraceJudgement;
import org.servedyno.probe.gate.Gates;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Pass;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Trial;
import org.servedyno.results.model.TrialOutcome;
import org.servedyno.results.model.Validity;
import org.servedyno.results.model.gpu.GateResult;
import org.servedyno.results.model.gpu.GpuInfo;
import org.servedyno.results.store.TrialDirectory;

/** One trial under way: what has been learnt of it so far, and the steps in their order. Used once, by one thread. */
final class TrialAttempt {
    private final TrialSetting setting;
    private final HostPreflight host;
    private final GpuNode node;
    private final TrialListener listener;
    private final int block;
    private final Configuration configuration;
    private final int attempt;
    private final String id;
    private final TrialDirectory directory;
    private final EngineAdapter adapter;
    private final Instant startedAt = Instant.now();

    private final List<Pass> passes = new ArrayList<>();
    private Validity validity = Validity.VALID;
    private List<String> command;
    private OptionalLong enginePid = OptionalLong.empty();
    private OptionalInt port = OptionalInt.empty();
    private List<String> gpus = List.of();

    TrialAttempt(
            TrialSetting setting,
            HostPreflight host,
            GpuNode node,
            TrialListener listener,
            int block,
            String configuration,
            int attempt) {
        this.setting = setting;
        this.host = host;
        this.node = node;
        this.listener = listener;
        this.block = block;
        this.configuration = setting.study().configuration(configuration);
        this.attempt = attempt;
        this.id = Trial.idOf(block, configuration, attempt);
        this.directory = setting.run().trial(id);
        this.adapter = EngineAdapters.of(this.configuration);
        this.command = adapter.shownCommand(this.configuration);
    }

    /** Runs it to its end. An interrupt is answered by winding up; the thread's interrupt flag is clear afterwards. */
    Trial run() {
        TrialFiles files = new TrialFiles(directory, setting.study().simulated());
        files.environmentBefore();
        TrialOutcome outcome = outcomeOf(() -> {
            listener.phase(id, TrialPhase.PREFLIGHT);
            GpuPreflight preflight = node.before(engineEnvironment());
            List<GateResult> gates = new ArrayList<>(host.check(configuration));
            gates.addAll(preflight.gates());
            files.preflight(preflight.inventory(), gates);
            gpus = preflight.used().stream().map(GpuInfo::uuid).toList();
            refuseUnlessHealthy(gates);
            serve(files, preflight);
        });
        Thread.interrupted(); // the outcome says it; what is left to do must not be disturbed by it
        files.environmentAfter();
        return new Trial(
                id,
                block,
                configuration.name(),
                attempt,
                setting.study().simulated(),
                validity,
                outcome,
                enginePid,
                command,
                port,
                gpus,
                startedAt,
                Instant.now(),
                passes);
    }

    private interface Steps {
        void run() throws TrialFailure, InterruptedException, IOException;
    }

    private TrialOutcome outcomeOf(Steps steps) {
        try {
            steps.run();
            return Thread.interrupted() ? new TrialOutcome.Interrupted() : new TrialOutcome.Done();
        } catch (TrialFailure e) {
            return e.outcome();
        } catch (InterruptedException | ClosedByInterruptException e) {
            return new TrialOutcome.Interrupted();
        } catch (IOException e) {
            return new TrialOutcome.Failed(
                    "files", String.valueOf(e.getMessage()), List.of(), "check space and rights of the run directory");
        }
    }

    private void refuseUnlessHealthy(List<GateResult> gates) throws TrialFailure {
        validity = validity.and(Gates.validity(gates));
        List<GateResult> failed = Gates.failed(gates);
        if (!failed.isEmpty()) {
            GateResult first = failed.get(0);
            throw new TrialFailure(new TrialOutcome.Failed(
                    HostPreflight.failureClass(first), first.id() + ": " + first.seen(), List.of(), first.advice()));
        }
    }

    private void serve(TrialFiles files, GpuPreflight preflight)
            throws TrialFailure, InterruptedException, IOException {
        TrialChildren children = new TrialChildren(setting.study(), setting.requestSets(), directory);
        try (GpuRecording recording = GpuRecording.start(children, node.source(), preflight)) {
            listener.phase(id, TrialPhase.STARTING);
            try {
                useEngine(children, recording, files, preflight);
            } catch (TrialFailure | InterruptedException e) {
                judgeAsWell(e, recording, files, preflight);
                throw e;
            }
            judge(recording, files, preflight, false);
        }
    }

    /** What befell the GPUs may be why the engine failed. */
    private void judgeAsWell(Exception failure, GpuRecording recording, TrialFiles files, GpuPreflight preflight) {
        try {
            judge(recording, files, preflight, true);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private Map<String, String> engineEnvironment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(configuration.environment());
        return environment;
    }

    private void useEngine(TrialChildren children, GpuRecording recording, TrialFiles files, GpuPreflight preflight)
            throws TrialFailure, InterruptedException, IOException {
        StartedEngine engine = startEngine(preflight);
        try {
            files.observed(engine.observed());
            recording.awaitReady();
            recording.engineReady(node);
            checkExpectations(engine);
            measure(children, engine);
            listener.phase(id, TrialPhase.STOPPING);
            proveGone(engine.stop(StopPolicy.ENGINE));
        } finally {
            host.remember(engine.stop(StopPolicy.ENGINE).left());
        }
    }

    private StartedEngine startEngine(GpuPreflight preflight) throws TrialFailure, InterruptedException {
        Consumer<String> quiet = line -> {};
        try {
            StartedEngine engine = adapter.start(
                    EngineRequests.of(setting, directory, configuration, block, attempt, preflight), quiet);
            enginePid = engine.pid();
            port = engine.port();
            command = engine.command();
            return engine;
        } catch (EngineFailure e) {
            host.remember(e.left());
            throw TrialFailure.of(e);
        }
    }

    /** A mislabelled engine fails its trial; running it again would not change what it runs, so the trial is not INVALID. */
    private void checkExpectations(StartedEngine engine) throws TrialFailure {
        List<String> mismatches = engine.observed().mismatches();
        if (!mismatches.isEmpty()) {
            throw new TrialFailure(new TrialOutcome.Failed(
                    "setting-mismatch",
                    mismatches.get(0),
                    engine.logTail(),
                    "what runs is not what the plan expects: mend the configuration or its expect"));
        }
    }

    private void measure(TrialChildren children, StartedEngine engine)
            throws TrialFailure, InterruptedException, IOException {
        Study study = setting.study();
        try (LoadSession load = LoadSession.start(children.loadGenerator(engine), watch(engine))) {
            PassRunner runner = new PassRunner(id, directory, load, engine, listener);
            new PassSequence(study, block, engine).run(runner, passes);
        }
        validity = validity.and(TrialAudit.of(passes));
    }

    /** Our own process is watched for its end. Asking a server that isn't ours would load it, and a busy one may be slow to answer. */
    private static Supplier<Optional<EngineFailure>> watch(StartedEngine engine) {
        return engine.pid().isPresent() ? engine::failure : Optional::empty;
    }

    private void proveGone(Teardown teardown) throws TrialFailure {
        if (!teardown.gone()) {
            throw TrialFailure.of(EngineFailure.leftover(teardown, List.of()));
        }
    }

    private void judge(GpuRecording recording, TrialFiles files, GpuPreflight preflight, boolean cutShort)
            throws IOException {
        Optional<String> trouble = recording.stop();
        if (trouble.isPresent()) {
            validity = validity.and(new Validity(Validity.State.SUSPECT, List.of(trouble.get())));
        }
        TraceJudgement judgement = recording.judge(directory, passes, cutShort);
        passes.clear();
        passes.addAll(judgement.passes());
        List<GateResult> gates = new ArrayList<>(judgement.gates());
        gates.addAll(node.after(preflight));
        files.addGates(gates);
        validity = validity.and(Gates.validity(gates));
    }
}
