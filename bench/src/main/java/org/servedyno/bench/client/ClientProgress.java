package org.servedyno.bench.client;

/** Hears how a job goes on, at most five times a second, on the event-loop thread. */
@FunctionalInterface
public interface ClientProgress {
    void at(int done, int failed, int total);
}
