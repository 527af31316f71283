package org.servedyno.bench.workload;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.bench.workload.rng.NumpyLegacyRandom;
import org.servedyno.results.model.Workload;

/** Poisson arrivals as {@code vllm bench serve} v0.11.0 draws them: the first request waits too, and the last leaves at exactly N / rate. */
final class Arrivals {
    private static final double NANOS = 1e9;

    private Arrivals() {}

    /** The same requests with their arrival times; unchanged in a closed loop. */
    static List<WorkloadRequest> schedule(List<WorkloadRequest> requests, Workload workload) {
        if (workload.requestsPerSecond().isEmpty()) {
            return requests;
        }
        double[] arrivals =
                seconds(requests.size(), workload.requestsPerSecond().getAsDouble(), workload.seed());
        List<WorkloadRequest> scheduled = new ArrayList<>(requests.size());
        for (int i = 0; i < arrivals.length; i++) {
            WorkloadRequest r = requests.get(i);
            scheduled.add(new WorkloadRequest(
                    r.id(), r.prompt(), r.promptTokens(), r.outputTokens(), Math.round(arrivals[i] * NANOS)));
        }
        return scheduled;
    }

    /** Cumulative sums of exponential gaps, stretched to end at count / rate; in seconds. */
    static double[] seconds(int count, double requestsPerSecond, long seed) {
        NumpyLegacyRandom random = NumpyLegacyRandom.seeded(seed);
        double[] arrivals = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += random.exponential(1.0 / requestsPerSecond);
            arrivals[i] = sum;
        }
        if (sum != 0) {
            double stretch = count / requestsPerSecond / sum;
            for (int i = 0; i < count; i++) {
                arrivals[i] *= stretch;
            }
        }
        return arrivals;
    }
}
