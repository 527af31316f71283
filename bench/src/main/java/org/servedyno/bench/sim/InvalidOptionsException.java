package org.servedyno.bench.sim;

import java.util.List;

/** Options that can't be met; a mistake of the user. */
public final class InvalidOptionsException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    InvalidOptionsException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** All that is wrong, one sentence each. */
    public List<String> problems() {
        return problems;
    }
}
