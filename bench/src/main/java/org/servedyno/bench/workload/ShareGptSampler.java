package org.servedyno.bench.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.workload.ShareGptFile.FirstTurns;
import org.servedyno.bench.workload.rng.PythonRandom;
import org.servedyno.results.model.Workload;

/**
 * The {@code sharegpt} dataset of {@code vllm bench serve} v0.11.0: conversations in shuffled order, the first turn as prompt, the second
 * turn's length as output length, too short and too long ones left out. One difference, in names only: a conversation drawn twice to fill up
 * the set keeps an id of its own in each place, where v0.11.0 gives both the later one.
 */
final class ShareGptSampler {
    private static final int LEAST_TOKENS = 4;
    private static final int MOST_PROMPT_TOKENS = 1024;
    private static final int MOST_TOTAL_TOKENS = 2048;

    private final Workload workload;
    private final Tokenizer tokenizer;
    private int tooShort;
    private int tooLong;

    private ShareGptSampler(Workload workload, Tokenizer tokenizer) {
        this.workload = workload;
        this.tokenizer = tokenizer;
    }

    static RequestSets.Sample sample(Workload workload, Tokenizer tokenizer) throws WorkloadException {
        String path = workload.path()
                .orElseThrow(() -> new WorkloadException("workload " + workload.name()
                        + ": dataset sharegpt needs path, a JSON file of conversations in ShareGPT's format."));
        return new ShareGptSampler(workload, tokenizer).sample(ShareGptFile.index(Path.of(path)));
    }

    private RequestSets.Sample sample(ShareGptFile file) throws WorkloadException {
        List<Integer> order =
                IntStream.range(0, file.conversations()).boxed().collect(Collectors.toCollection(ArrayList::new));
        PythonRandom.seeded(workload.seed()).shuffle(order);
        List<WorkloadRequest> accepted = new ArrayList<>();
        try (ShareGptFile.Turns turns = file.openTurns()) {
            for (int i = 0; i < order.size() && accepted.size() < workload.prompts(); i++) {
                consider(turns.of(order.get(i)), accepted);
            }
        }
        if (accepted.isEmpty()) {
            throw new WorkloadException(file.path() + ": of " + file.conversations()
                    + " conversations with two turns none is left: " + tooShort + " have a prompt or answer below "
                    + LEAST_TOKENS + " tokens, " + tooLong + " are longer than " + MOST_PROMPT_TOKENS + " prompt or "
                    + MOST_TOTAL_TOKENS + " total tokens. Is the tokenizer (" + tokenizer.name() + ") the right one?");
        }
        return oversampled(accepted);
    }

    private void consider(FirstTurns turns, List<WorkloadRequest> accepted) {
        int promptTokens = tokenizer.count(turns.prompt());
        boolean lengthGiven = workload.outputTokens().isPresent();
        int outputTokens = workload.outputTokens().orElseGet(() -> tokenizer.count(turns.answer()));
        if (promptTokens < LEAST_TOKENS || (!lengthGiven && outputTokens < LEAST_TOKENS)) {
            tooShort++;
        } else if (promptTokens > MOST_PROMPT_TOKENS || promptTokens + outputTokens > MOST_TOTAL_TOKENS) {
            tooLong++;
        } else {
            accepted.add(
                    new WorkloadRequest(RequestIds.of(accepted.size()), turns.prompt(), promptTokens, outputTokens, 0));
        }
    }

    private RequestSets.Sample oversampled(List<WorkloadRequest> accepted) {
        int found = accepted.size();
        int missing = workload.prompts() - found;
        if (missing == 0) {
            return new RequestSets.Sample(accepted, List.of());
        }
        for (int index : PythonRandom.seeded(workload.seed()).choices(found, missing)) {
            WorkloadRequest again = accepted.get(index);
            accepted.add(new WorkloadRequest(
                    RequestIds.of(accepted.size()), again.prompt(), again.promptTokens(), again.outputTokens(), 0));
        }
        return new RequestSets.Sample(
                accepted,
                List.of("The dataset has only " + found + " usable conversations for " + workload.prompts()
                        + " prompts: " + missing + " were drawn a second time, so a prefix cache can help them."));
    }
}
