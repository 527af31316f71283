package org.servedyno.bench.workload;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.servedyno.bench.tokenizer.Tokenizer;
import org.servedyno.bench.workload.rng.Pcg64;
import org.servedyno.results.model.Workload;

/**
 * The {@code random} dataset of {@code vllm bench serve} v0.11.0. A prompt is a run of consecutive ids from a random start, decoded, encoded
 * again and cut to its length: where the text encodes to fewer ids it stays short, so a total is a little below prompts times length.
 */
final class RandomSampler {
    private RandomSampler() {}

    static RequestSets.Sample sample(Workload workload, Tokenizer tokenizer) throws WorkloadException {
        RandomLengths lengths = RandomLengths.of(workload, tokenizer.specialTokensToAdd());
        int vocabSize = tokenizer.vocabSize();
        Pcg64 generator = Pcg64.seeded(workload.seed());
        int count = workload.prompts();
        int[] inputs = generator.integers(lengths.lowestInput(), lengths.highestInput() + 1, count);
        int[] outputs = generator.integers(lengths.lowestOutput(), lengths.highestOutput() + 1, count);
        int[] offsets = generator.integers(0, vocabSize, count);
        List<WorkloadRequest> requests = IntStream.range(0, count)
                .parallel()
                .mapToObj(i -> request(i, consecutive(offsets[i] + i, inputs[i], vocabSize), outputs[i], tokenizer))
                .toList();
        return new RequestSets.Sample(requests, List.of());
    }

    private static int[] consecutive(int first, int count, int vocabSize) {
        return IntStream.range(0, count)
                .map(j -> Math.floorMod(first + j, vocabSize))
                .toArray();
    }

    private static WorkloadRequest request(int index, int[] ids, int outputTokens, Tokenizer tokenizer) {
        int[] again = tokenizer.encode(tokenizer.decode(ids));
        int[] kept = again.length > ids.length ? Arrays.copyOf(again, ids.length) : again;
        return new WorkloadRequest(RequestIds.of(index), tokenizer.decode(kept), kept.length, outputTokens, 0);
    }

    /** The ranges the lengths are drawn from, both ends included. */
    private record RandomLengths(int lowestInput, int highestInput, int lowestOutput, int highestOutput) {
        static RandomLengths of(Workload workload, int specialTokens) throws WorkloadException {
            int input = asked(workload, workload.inputTokens(), "input");
            int output = asked(workload, workload.outputTokens(), "output");
            double ratio = workload.rangeRatio();
            int target = Math.max(0, input - specialTokens);
            return new RandomLengths(
                    (int) Math.floor(target * (1 - ratio)),
                    (int) Math.ceil(target * (1 + ratio)),
                    Math.max(1, (int) Math.floor(output * (1 - ratio))),
                    (int) Math.ceil(output * (1 + ratio)));
        }

        private static int asked(Workload workload, OptionalInt tokens, String key) throws WorkloadException {
            if (tokens.isEmpty() || tokens.getAsInt() < 1) {
                throw new WorkloadException("workload " + workload.name() + ": dataset random needs " + key
                        + ", the prompt or answer length in tokens, at least 1.");
            }
            return tokens.getAsInt();
        }
    }
}
