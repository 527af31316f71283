package org.servedyno.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.servedyno.bench.client.ClientJob;
import org.servedyno.bench.client.RequestBody;
import org.servedyno.bench.workload.WorkloadRequest;
import org.servedyno.results.model.Workload;

/**
 * One pass to be run.
 *
 * @param workload the load rule
 * @param requests the request set in its own order
 * @param model the model's name as the server knows it
 * @param orderSeed seed of the order in which a closed loop sends the requests; empty keeps the set's order
 * @param salt text put before each prompt
 * @param sampling further sampling parameters by their JSON name, values as JSON
 * @param headers further headers, whole lines
 * @param requestLimit longest time from sending a request to its end
 * @param silenceLimit longest time without a byte while a request is under way
 * @param passLimit longest time for the whole pass; what is under way then is given up
 * @param keepText whether the generated text is kept
 */
public record LoadJob(
        Workload workload,
        List<WorkloadRequest> requests,
        String model,
        Optional<Long> orderSeed,
        Optional<String> salt,
        Map<String, String> sampling,
        List<String> headers,
        Duration requestLimit,
        Duration silenceLimit,
        Duration passLimit,
        boolean keepText) {
    public LoadJob {
        requests = List.copyOf(requests);
        sampling = Map.copyOf(sampling);
        headers = List.copyOf(headers);
    }

    /** The same with other requests. */
    public LoadJob withRequests(List<WorkloadRequest> others) {
        return new LoadJob(
                workload,
                others,
                model,
                orderSeed,
                salt,
                sampling,
                headers,
                requestLimit,
                silenceLimit,
                passLimit,
                keepText);
    }

    /** Whether requests leave by a schedule and not when others end. */
    public boolean openLoop() {
        return workload.requestsPerSecond().isPresent();
    }

    /** Connections that may be open at a time. */
    int connections() {
        OptionalInt bound = workload.concurrency();
        return Math.min(bound.orElse(Integer.MAX_VALUE), requests.size());
    }

    ClientJob toClientJob() {
        return new ClientJob(
                ordered(),
                new RequestBody(model, workload.endpoint(), workload.ignoreEos(), sampling),
                headers,
                workload.concurrency(),
                openLoop(),
                requestLimit,
                silenceLimit,
                passLimit,
                keepText,
                workload.window());
    }

    private List<WorkloadRequest> ordered() {
        List<WorkloadRequest> order = new ArrayList<>(requests);
        salt.ifPresent(text -> order.replaceAll(request -> new WorkloadRequest(
                request.id(),
                text + request.prompt(),
                request.promptTokens(),
                request.outputTokens(),
                request.arrivalNs())));
        if (orderSeed.isPresent() && !openLoop()) {
            Collections.shuffle(order, new Random(orderSeed.get()));
        }
        return order;
    }
}
