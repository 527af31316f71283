package org.servedyno.results.report.assembly;

import java.util.ArrayList;
import java.util.List;
import org.servedyno.results.model.Workload;

/** A workload in a phrase. */
final class WorkloadText {
    private WorkloadText() {}

    /** Dataset, lengths, size, load, seed: {@code random 128/4 tokens, 1000 prompts, all at once, seed 42}. */
    static String of(Workload workload) {
        List<String> parts = new ArrayList<>();
        parts.add(workload.dataset() + lengths(workload));
        parts.add(workload.prompts() + " prompts");
        parts.add(load(workload));
        workload.window().ifPresent(w -> parts.add("window of " + TimeText.duration(w)));
        parts.add("seed " + workload.seed());
        parts.add(workload.endpoint().path());
        return String.join(", ", parts);
    }

    private static String lengths(Workload workload) {
        if (workload.inputTokens().isEmpty() && workload.outputTokens().isEmpty()) {
            return "";
        }
        String in = workload.inputTokens().isPresent()
                ? Integer.toString(workload.inputTokens().getAsInt())
                : "own";
        String out = workload.outputTokens().isPresent()
                ? Integer.toString(workload.outputTokens().getAsInt())
                : "own";
        String spread = workload.rangeRatio() > 0 ? " ± " + Rounding.percent(workload.rangeRatio()) : "";
        return " " + in + " in / " + out + " out tokens" + spread;
    }

    private static String load(Workload workload) {
        String bound = workload.concurrency().isPresent()
                ? "at most " + workload.concurrency().getAsInt() + " in flight"
                : "";
        if (workload.requestsPerSecond().isPresent()) {
            String rate = Rounding.plain(workload.requestsPerSecond().getAsDouble()) + " requests/s";
            return bound.isEmpty() ? rate : rate + ", " + bound;
        }
        return bound.isEmpty() ? "all at once" : bound;
    }
}
