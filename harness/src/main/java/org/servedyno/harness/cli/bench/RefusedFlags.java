package org.servedyno.harness.cli.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Flags of {@code vllm bench serve} v0.11.0 that are known here and not supported: refused by name, never ignored in silence. */
final class RefusedFlags {
    private static final String NOT_YET = "is not supported yet";
    private static final String OTHER_DATASET =
            "belongs to a dataset that is not supported yet (there are: random, sharegpt)";
    private static final String NOTHING_RUN = "has no meaning here: no code of a model is run; leave it out";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("--append-result", NOT_YET + "; --save-result writes a file a run"),
            Map.entry("--burst-size", NOT_YET),
            Map.entry("--custom-output-len", OTHER_DATASET),
            Map.entry("--custom-skip-chat-template", OTHER_DATASET),
            Map.entry("--disable-shuffle", NOT_YET + "; a sharegpt file is shuffled by --seed"),
            Map.entry("--hf-name", OTHER_DATASET),
            Map.entry("--hf-output-len", OTHER_DATASET),
            Map.entry("--hf-split", OTHER_DATASET),
            Map.entry("--hf-subset", OTHER_DATASET),
            Map.entry("--logprobs", NOT_YET + "; it also makes the server send other work than a plain request"),
            Map.entry("--lora-modules", NOT_YET + "; name the adapter by --model"),
            Map.entry("--no-oversample", NOT_YET),
            Map.entry("--prefix-repetition-num-prefixes", OTHER_DATASET),
            Map.entry("--profile", NOT_YET + "; a profiled server is not the one to measure"),
            Map.entry("--ramp-up-end-rps", NOT_YET + "; use --request-rate"),
            Map.entry("--ramp-up-start-rps", NOT_YET + "; use --request-rate"),
            Map.entry("--ramp-up-strategy", NOT_YET + "; use --request-rate"),
            Map.entry("--random-batch-size", NOT_YET),
            Map.entry("--random-prefix-len", NOT_YET),
            Map.entry("--sonnet-input-len", OTHER_DATASET),
            Map.entry("--sonnet-output-len", OTHER_DATASET),
            Map.entry("--sonnet-prefix-len", OTHER_DATASET),
            Map.entry("--tokenizer-mode", NOT_YET + "; --tokenizer takes a folder with a tokenizer.json"),
            Map.entry("--trust-remote-code", NOTHING_RUN),
            Map.entry("--use-beam-search", NOT_YET));

    private RefusedFlags() {}

    /** A sentence for each refused flag among the arguments, in the order of their names. */
    static List<String> problems(List<String> arguments) {
        Map<String, String> found = new TreeMap<>();
        for (String argument : arguments) {
            String name = argument.contains("=") ? argument.substring(0, argument.indexOf('=')) : argument;
            String reason = REASONS.get(name);
            if (reason != null) {
                found.put(name, name + " " + reason + ".");
            }
        }
        return List.copyOf(found.values());
    }
}
