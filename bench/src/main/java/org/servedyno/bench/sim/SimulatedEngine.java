package org.servedyno.bench.sim;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.servedyno.bench.sim.engine.EngineLoop;
import org.servedyno.bench.sim.engine.StepTimer;
import org.servedyno.bench.sim.fault.RequestFaults;
import org.servedyno.bench.sim.http.Backend;
import org.servedyno.bench.sim.http.HttpFront;
import org.servedyno.bench.sim.http.ServerIdentity;
import org.servedyno.bench.sim.http.Service;
import org.servedyno.bench.sim.http.StreamStyle;
import org.servedyno.bench.sim.model.EngineProfile;
import org.servedyno.bench.sim.model.Roofline;
import org.servedyno.bench.sim.scheduler.EngineCounters;
import org.servedyno.bench.sim.scheduler.Scheduler;
import org.servedyno.bench.sim.scheduler.TokenIds;
import org.servedyno.bench.sim.text.WordPool;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.TokenizerUnavailableException;
import org.servedyno.bench.tokenizer.Tokenizers;

/** A running simulated engine: an OpenAI-compatible server on a real socket. SIMULATED: no figure from it describes a real engine. */
public final class SimulatedEngine implements AutoCloseable {
    private static final int CRASH_STATUS = 139;

    private final EngineSetup setup;
    private final Consumer<String> log;
    private final EngineCounters counters = new EngineCounters();
    private final HttpFront front = new HttpFront();
    private final SimulatedGpus simulatedGpus;
    private final Optional<EngineLoop> loop;
    private Optional<Tokenizer> tokenizer = Optional.empty();
    private final CountDownLatch closed = new CountDownLatch(1);

    private SimulatedEngine(EngineSetup setup, SimulatedGpus simulatedGpus, Consumer<String> log) {
        this.setup = setup;
        this.log = log;
        this.simulatedGpus = simulatedGpus;
        this.loop = setup.options().nullServer() ? Optional.empty() : Optional.of(newLoop());
    }

    private EngineLoop newLoop() {
        SimulatedEngineOptions options = setup.options();
        StepTimer timer = new StepTimer(
                new Roofline(setup.deployment()), setup.deployment().profile(), options.noiseSigma(), options.seed());
        return new EngineLoop(new Scheduler(setup.limits(), counters), timer, simulatedGpus, front.executor());
    }

    /** {@link #start(SimulatedEngineOptions, Consumer)} with its log thrown away. */
    public static SimulatedEngine start(SimulatedEngineOptions options)
            throws InvalidOptionsException, EngineStartException, InterruptedException {
        return start(options, line -> {});
    }

    /**
     * Starts an engine and returns once it answers; takes as long as the options say.
     *
     * @param log gets the engine's log, line by line, from several threads
     * @throws InvalidOptionsException when the options can't be met
     * @throws EngineStartException when the engine does not come up
     */
    public static SimulatedEngine start(SimulatedEngineOptions options, Consumer<String> log)
            throws InvalidOptionsException, EngineStartException, InterruptedException {
        return start(options, log, Tokenizers::open);
    }

    /** Where an engine gets its tokenizer from. */
    interface TokenizerSource {
        Tokenizer open(String name) throws TokenizerUnavailableException;
    }

    static SimulatedEngine start(SimulatedEngineOptions options, Consumer<String> log, TokenizerSource tokenizers)
            throws InvalidOptionsException, EngineStartException, InterruptedException {
        EngineSetup setup = EngineSetup.resolve(options);
        StartUp startUp = new StartUp(setup, log);
        startUp.checkMemory();
        SimulatedEngine engine = new SimulatedEngine(setup, SimulatedGpus.attach(options), log);
        try {
            engine.comeUp(startUp, tokenizers);
            return engine;
        } catch (EngineStartException | InterruptedException | RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private void comeUp(StartUp startUp, TokenizerSource tokenizers) throws EngineStartException, InterruptedException {
        loop.ifPresent(EngineLoop::start);
        startUp.load(simulatedGpus::holdMemoryMiB);
        openTokenizer(tokenizers);
        WordPool words = WordPool.forTokenizer(text -> TokenIds.of(tokenizer().encode(text)));
        startUp.end();
        if (loop.isPresent()) {
            listen(this::promptTokens, words, new LoopBackend(loop.get(), this::crash));
        } else {
            listen(NullBackend::roughTokens, words, new NullBackend(this::crash));
        }
        log.accept("servedyno engine-sim: " + setup.summary() + ", listening on " + baseUrl());
    }

    private void listen(Function<String, TokenIds> tokenizer, WordPool words, Backend backend)
            throws EngineStartException {
        SimulatedEngineOptions options = setup.options();
        EngineProfile profile = setup.deployment().profile();
        ServerIdentity identity = new ServerIdentity(
                options.version(),
                setup.servedModel(),
                options.model(),
                setup.maxModelLen(),
                setup.effectiveSettings());
        StreamStyle style =
                new StreamStyle(profile.separateFinishChunk(), profile.streamIntervalTokens(), options.nullServer());
        Service service = new Service(
                identity,
                style,
                tokenizer,
                words,
                new RequestFaults(options.fault(), System.nanoTime()),
                backend,
                counters,
                () -> loop.map(EngineLoop::lostNs).orElse(0L),
                setup.memory().kvBlocks());
        try {
            front.listen(options.host(), options.port(), service);
        } catch (IOException e) {
            throw new EngineStartException(
                    "[Errno 98] error while attempting to bind on address ('" + options.host() + "', " + options.port()
                            + "): " + e.getMessage(),
                    e);
        }
    }

    private void openTokenizer(TokenizerSource tokenizers) throws EngineStartException {
        String name = setup.options().tokenizer();
        try {
            tokenizer = Optional.of(tokenizers.open(name));
        } catch (TokenizerUnavailableException e) {
            throw new EngineStartException("OSError: can't load the tokenizer: " + e.getMessage(), e);
        }
    }

    private Tokenizer tokenizer() {
        return tokenizer.orElseThrow(() -> new IllegalStateException("the tokenizer is not open yet"));
    }

    private TokenIds promptTokens(String text) {
        return TokenIds.of(tokenizer().encodeWithDefaults(text));
    }

    private void crash() {
        log.accept("torch.AcceleratorError: CUDA error: an illegal memory access was encountered (SIMULATED)");
        log.accept("vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. (SIMULATED)");
        Runtime.getRuntime().halt(CRASH_STATUS);
    }

    /** The port it listens on. */
    public int port() {
        return front.port();
    }

    /** Where clients reach it, for example {@code http://127.0.0.1:8000}. */
    public String baseUrl() {
        return "http://" + setup.options().host() + ":" + front.port();
    }

    /** Waits until {@link #close} is called by another thread, however long that takes: an engine serves until it is told to stop. */
    public void awaitClose() throws InterruptedException {
        while (!closed.await(1, TimeUnit.HOURS)) {
            log.accept("servedyno engine-sim: SIMULATED, still serving on " + baseUrl());
        }
    }

    /** Ends the engine and closes all connections. */
    @Override
    public void close() {
        closed.countDown();
        loop.ifPresent(EngineLoop::close);
        front.close();
        tokenizer.ifPresent(Tokenizer::close);
        simulatedGpus.close();
    }
}
