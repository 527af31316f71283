package org.servedyno.bench.client;

import org.servedyno.results.model.RequestRecord;

/** Hears how a job goes on, on the event-loop thread: what it does is done while measuring. */
@FunctionalInterface
public interface ClientProgress {
    /** How far the job has come; at most five times a second. */
    void at(int done, int failed, int total);

    /**
     * A request has come to its end.
     *
     * @param text the generated text where the job keeps it, else empty
     */
    default void ended(RequestRecord request, GeneratedText text) {}
}
