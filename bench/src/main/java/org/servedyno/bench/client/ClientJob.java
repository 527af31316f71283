package org.servedyno.bench.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.servedyno.bench.workload.WorkloadRequest;

/**
 * What is to be sent, and how.
 *
 * @param requests in the order sent; in an open loop by ascending arrival
 * @param body how their bodies are written
 * @param headers headers beyond the protocol's own, as whole lines without their ends
 * @param inFlight most requests at a time; empty means all at once
 * @param openLoop whether each request waits for its arrival time
 * @param requestLimit longest time from sending a request to its end
 * @param silenceLimit longest time without a byte while a request is under way
 * @param passLimit longest time from the start to the end of everything; what is under way then is given up
 * @param keepText whether the generated text is kept, which costs memory
 * @param window sending stops this long after the start; empty sends everything
 */
public record ClientJob(
        List<WorkloadRequest> requests,
        RequestBody body,
        List<String> headers,
        OptionalInt inFlight,
        boolean openLoop,
        Duration requestLimit,
        Duration silenceLimit,
        Duration passLimit,
        boolean keepText,
        Optional<Duration> window) {
    private static final long FIRST_SECOND_NS = 1_000_000_000L;

    public ClientJob {
        requests = List.copyOf(requests);
        headers = List.copyOf(headers);
    }

    /** Connections worth having before the clock starts: for a full first wave, or for the arrivals of an open loop's first second. */
    int connectionsAhead() {
        if (!openLoop) {
            return bound();
        }
        long due = requests.stream()
                .filter(request -> request.arrivalNs() < FIRST_SECOND_NS)
                .count();
        return (int) Math.min(bound(), Math.max(1, due));
    }

    /** Most requests at a time, whichever way it was said. */
    int bound() {
        return Math.min(inFlight.orElse(Integer.MAX_VALUE), Math.max(1, requests.size()));
    }
}
