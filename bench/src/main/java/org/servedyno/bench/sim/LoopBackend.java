package org.servedyno.bench.sim;

import org.servedyno.bench.sim.engine.EngineLoop;
import org.servedyno.bench.sim.http.Backend;
import org.servedyno.bench.sim.scheduler.Answer;
import org.servedyno.bench.sim.scheduler.Sequence;
import org.servedyno.bench.sim.scheduler.TokenIds;
import org.servedyno.bench.sim.scheduler.TokenSink;

/** Computes through the scheduler. */
final class LoopBackend implements Backend {
    private final EngineLoop loop;
    private final Runnable crash;

    LoopBackend(EngineLoop loop, Runnable crash) {
        this.loop = loop;
        this.crash = crash;
    }

    @Override
    public Runnable submit(TokenIds promptTokens, Answer answer, TokenSink sink) {
        Sequence sequence = new Sequence(promptTokens, answer, sink);
        loop.submit(sequence);
        return () -> loop.cancel(sequence);
    }

    @Override
    public void resetPrefixCache() {
        loop.resetPrefixCache();
    }

    @Override
    public void crash() {
        crash.run();
    }

    @Override
    public void hang() {
        loop.hang();
    }
}
