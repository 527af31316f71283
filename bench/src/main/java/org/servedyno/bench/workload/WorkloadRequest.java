package org.servedyno.bench.workload;

/**
 * One request of a set.
 *
 * @param id unique in its set
 * @param prompt the text that is sent
 * @param promptTokens the tokenizer's count of the prompt
 * @param outputTokens most tokens the server may generate
 * @param arrivalNs when an open loop sends it, in nanoseconds after the start of the pass; 0 in a closed loop
 */
public record WorkloadRequest(String id, String prompt, int promptTokens, int outputTokens, long arrivalNs) {}
