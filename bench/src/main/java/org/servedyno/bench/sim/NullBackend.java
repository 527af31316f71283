package org.servedyno.bench.sim;

import java.util.Optional;
import org.servedyno.bench.sim.http.Backend;
import org.servedyno.bench.sim.scheduler.Answer;
import org.servedyno.bench.sim.scheduler.TokenIds;
import org.servedyno.bench.sim.scheduler.TokenSink;

/** Answers at once, so that a client alone decides how fast a run goes. */
final class NullBackend implements Backend {
    private static final int CHARACTERS_PER_TOKEN = 4;

    private final Runnable crash;
    private volatile boolean hung;

    NullBackend(Runnable crash) {
        this.crash = crash;
    }

    /** Stands in for a tokenizer: four characters a token, so that no time goes into counting. */
    static TokenIds roughTokens(String text) {
        return TokenIds.of(new int[(text.length() + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN]);
    }

    @Override
    public Runnable submit(TokenIds promptTokens, Answer answer, TokenSink sink) {
        int tokens = hung ? 0 : answer.tokens();
        for (int index = 0; index < tokens; index++) {
            sink.onToken(index, index == tokens - 1 ? Optional.of(answer.reason()) : Optional.empty());
        }
        return () -> {};
    }

    @Override
    public void resetPrefixCache() {
        // there is none
    }

    @Override
    public void crash() {
        crash.run();
    }

    @Override
    public void hang() {
        hung = true;
    }
}
