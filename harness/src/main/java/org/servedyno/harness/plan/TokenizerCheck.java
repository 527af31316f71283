package org.servedyno.harness.plan;

import java.util.Optional;

/** Says whether a tokenizer can be opened, before anything is started. */
@FunctionalInterface
public interface TokenizerCheck {
    /**
     * Why the tokenizer can't be had.
     *
     * @param nameOrPath a tokenizer's name, a model's name, or an absolute path
     * @return the reason and the next step in one phrase; empty when it can be opened
     */
    Optional<String> problem(String nameOrPath);
}
