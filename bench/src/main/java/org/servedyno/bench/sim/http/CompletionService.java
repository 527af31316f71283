package org.servedyno.bench.sim.http;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.servedyno.bench.sim.fault.FaultKind;
import org.servedyno.bench.sim.fault.RequestFaults;
import org.servedyno.bench.sim.http.request.ApiProblem;
import org.servedyno.bench.sim.http.request.CompletionRequest;
import org.servedyno.bench.sim.http.request.RequestReader;
import org.servedyno.bench.sim.scheduler.Answer;
import org.servedyno.bench.sim.scheduler.TokenSink;
import org.servedyno.bench.sim.text.AnswerPlan;
import org.servedyno.bench.sim.text.AnswerText;
import org.servedyno.bench.sim.text.WordPool;

/**
 * Serves completions: reads and tokenizes on a thread of its own (as engines do, so that a long prompt delays no one's tokens), hands the
 * sequence to the backend, sends what comes back.
 */
final class CompletionService implements AutoCloseable {
    /** Set, so that an id in hexadecimal always has 16 digits. */
    private static final long ID_LENGTH_BIT = 1L << 62;

    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final ServerIdentity identity;
    private final RequestReader reader;
    private final WordPool words;
    private final StreamStyle style;
    private final RequestFaults faults;
    private final Backend backend;
    private final ExecutorService readers;

    CompletionService(Service service) {
        this.identity = service.identity();
        this.reader = new RequestReader(identity.servedModel(), identity.maxModelLen(), service.tokenizer());
        this.words = service.words();
        this.style = service.style();
        this.faults = service.faults();
        this.backend = service.backend();
        this.readers = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "request-reader");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Called on the connection's event loop. */
    void serve(Call call, Exchange exchange, boolean chat) {
        Optional<FaultKind> fault = faults.next(System.nanoTime());
        if (fault.isPresent()) {
            switch (fault.get()) {
                case CRASH_AFTER -> backend.crash();
                case HANG_AFTER -> backend.hang();
                case HEALTH_EARLY -> {
                    exchange.problem(ApiProblem.unavailable("The model is still loading."));
                    return;
                }
                case REJECT_EVERY -> {
                    exchange.problem(ApiProblem.unavailable("The server is overloaded. Please try again later."));
                    return;
                }
                default -> {}
            }
        }
        readers.execute(() -> read(call, exchange, chat, fault));
    }

    private void read(Call call, Exchange exchange, boolean chat, Optional<FaultKind> fault) {
        try {
            CompletionRequest request = reader.read(call.body(), chat);
            exchange.executor().execute(() -> begin(call, request, exchange, fault));
        } catch (ApiProblem problem) {
            exchange.executor().execute(() -> exchange.problem(problem));
        } catch (RuntimeException bug) {
            exchange.executor().execute(() -> exchange.problem(ApiProblem.engineFailure()));
            throw bug;
        }
    }

    private void begin(Call call, CompletionRequest request, Exchange exchange, Optional<FaultKind> fault) {
        if (exchange.isOver()) {
            return;
        }
        String id = call.requestId()
                .orElseGet(() -> Long.toHexString(ThreadLocalRandom.current().nextLong() | ID_LENGTH_BIT));
        long createdSeconds = System.currentTimeMillis() / 1000;
        AnswerJson json = AnswerJson.of(request, id, createdSeconds, identity.servedModel());
        long seed = request.promptTokens().digest();
        AnswerText text = new AnswerText(words, seed);
        boolean empty = fault.isPresent() && fault.get() == FaultKind.EMPTY_SUCCESS;
        TokenSink sink;
        if (request.stream()) {
            EventStream events = new EventStream(exchange, request, json, text, style, fault);
            if (empty) {
                events.endEmpty();
                return;
            }
            events.begin();
            sink = events;
        } else {
            WholeAnswer whole = new WholeAnswer(exchange, json, text, fault);
            if (empty) {
                whole.finishEmpty();
                return;
            }
            sink = whole;
        }
        Answer answer = AnswerPlan.of(
                text, seed, request.maxTokens(), request.minTokens(), request.ignoreEos(), request.stop());
        exchange.onAbort(backend.submit(request.promptTokens(), answer, sink));
    }

    @Override
    public void close() {
        readers.shutdownNow();
        try {
            if (!readers.awaitTermination(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the request reader did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
