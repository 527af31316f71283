package org.servedyno.bench.workload;

import java.util.List;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.results.model.Workload;

/** Builds request sets. */
public final class RequestSets {
    private static final long HIGHEST_SEED = 0xFFFFFFFFL;

    private RequestSets() {}

    /**
     * Builds the request set of a workload by the rules of {@code vllm bench serve} v0.11.0, so that with the same tokenizer and seed it is
     * the same text. Pure but for reading the dataset's file; the same arguments give the same set.
     *
     * @throws WorkloadException when the dataset is unknown or unreadable, or the workload's numbers can't be met
     */
    public static RequestSet build(Workload workload, Tokenizer tokenizer) throws WorkloadException {
        if (workload.seed() < 0 || workload.seed() > HIGHEST_SEED) {
            throw new WorkloadException("workload " + workload.name() + ": the seed must be from 0 to " + HIGHEST_SEED
                    + ", is " + workload.seed() + ".");
        }
        Sample sample = switch (workload.dataset()) {
            case "random" -> RandomSampler.sample(workload, tokenizer);
            case "sharegpt" -> ShareGptSampler.sample(workload, tokenizer);
            default ->
                throw new WorkloadException("workload " + workload.name() + ": no dataset '" + workload.dataset()
                        + "'. There are: random, sharegpt.");
        };
        List<WorkloadRequest> requests = Arrivals.schedule(sample.requests(), workload);
        return RequestSet.of(requests, tokenizer.name(), tokenizer.sha256(), sample.notices());
    }

    /**
     * Requests that have no arrival times yet.
     *
     * @param requests in order
     * @param notices what to tell the reader about them
     */
    record Sample(List<WorkloadRequest> requests, List<String> notices) {}
}
