package org.servedyno.probe;

import java.util.List;

/** No GPU can be probed here. Says what was tried, what was seen, and what to do next. */
public final class ProbeUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<String> tried;
    private final String seen;
    private final String nextStep;

    /**
     * @param tried each name, path or call that was tried, in order
     * @param seen what the loader or the driver answered
     * @param nextStep what the reader can do about it
     */
    public ProbeUnavailableException(List<String> tried, String seen, String nextStep) {
        super("no GPU can be probed: " + seen + "; tried " + String.join(", ", tried) + "; next: " + nextStep);
        this.tried = List.copyOf(tried);
        this.seen = seen;
        this.nextStep = nextStep;
    }

    /** Each name, path or call that was tried, in order. */
    public List<String> tried() {
        return tried;
    }

    /** What the loader or the driver answered. */
    public String seen() {
        return seen;
    }

    /** What the reader can do about it. */
    public String nextStep() {
        return nextStep;
    }
}
