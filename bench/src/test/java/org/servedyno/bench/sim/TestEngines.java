package org.servedyno.bench.sim;

import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.tokenizer.TokenizerUnavailableException;
import org.servedyno.bench.tokenizer.Tokenizers;

/** Starts engines that share one tokenizer, which takes longer to load than all the rest of a start. */
final class TestEngines {
    static final Tokenizer O200K = open();

    private TestEngines() {}

    private static Tokenizer open() {
        try {
            return Tokenizers.open(Tokenizers.BUNDLED);
        } catch (TokenizerUnavailableException e) {
            throw new AssertionError(e);
        }
    }

    static SimulatedEngine start(SimulatedEngineOptions options)
            throws InvalidOptionsException, EngineStartException, InterruptedException {
        return SimulatedEngine.start(options, line -> {}, name -> O200K);
    }
}
