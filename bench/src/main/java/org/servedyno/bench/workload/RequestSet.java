package org.servedyno.bench.workload;

import java.util.List;

/**
 * The requests of a workload, in order, with their digests.
 *
 * @param requests at least one, with distinct ids
 * @param tokenizer name of the tokenizer that counted them
 * @param tokenizerSha256 digest of its vocabulary file
 * @param sha256 SHA-256 over the UTF-8 bytes of each prompt, each followed by one zero byte: for comparing with published sets
 * @param workSha256 SHA-256 over the whole work: for comparing runs. For each request in order it takes the UTF-8 bytes of the prompt, one
 *     zero byte, prompt tokens and output tokens as 4-byte and the arrival in nanoseconds as 8-byte big-endian two's complement integers
 * @param notices what the reader should know about the set (oversampling, for one), a sentence each
 */
public record RequestSet(
        List<WorkloadRequest> requests,
        String tokenizer,
        String tokenizerSha256,
        String sha256,
        String workSha256,
        List<String> notices) {
    public RequestSet {
        requests = List.copyOf(requests);
        notices = List.copyOf(notices);
    }

    /** Computes the digests. */
    static RequestSet of(
            List<WorkloadRequest> requests, String tokenizer, String tokenizerSha256, List<String> notices) {
        return new RequestSet(
                requests,
                tokenizer,
                tokenizerSha256,
                RequestDigests.ofPrompts(requests),
                RequestDigests.ofWork(requests),
                notices);
    }

    /** Sum of the prompts' lengths in tokens. */
    public long totalPromptTokens() {
        return requests.stream().mapToLong(WorkloadRequest::promptTokens).sum();
    }

    /** Sum of the asked output lengths in tokens. */
    public long totalOutputTokens() {
        return requests.stream().mapToLong(WorkloadRequest::outputTokens).sum();
    }
}
