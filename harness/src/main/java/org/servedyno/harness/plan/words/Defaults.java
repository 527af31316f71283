package org.servedyno.harness.plan.words;

import java.time.Duration;
import org.servedyno.results.model.Workload;

/** What a plan means where it says nothing. */
public final class Defaults {
    /** Six blocks: the least with which an exact paired test can reach 5 % (2/2^6 = 0.031). */
    public static final int BLOCKS = 6;

    /** Two warmup passes at least: the first fills caches and compiles kernels, the second shows whether it is done. */
    public static final int WARMUP_PASSES = 2;

    /** Warmup goes on until two successive passes agree, because no fixed count fits every engine. */
    public static final boolean WARMUP_UNTIL_STEADY = true;

    /** Ten warmup passes at most: what is not steady by then is reported so, not waited for. */
    public static final int WARMUP_CAP = 10;

    /** Three measured passes: enough to see the spread within a start; precision comes from more starts, not from more passes. */
    public static final int PASSES = 3;

    /** Two reruns of an INVALID trial in its block; after that the block stays incomplete. */
    public static final int RETRIES = 2;

    /** Any number would do; a fixed one lets the same plan draw the same order on every machine. */
    public static final long STUDY_SEED = 1;

    /** The verdict is about output tokens a second, the figure that engines are most often compared by. */
    public static final String PRIMARY = "output-throughput";

    /** Half a percent either way counts as no difference: below it lies the noise between two starts of one engine. */
    public static final double MARGIN_RATIO = 0.005;

    /** A thousand requests, as {@code vllm bench serve} sends. */
    public static final int PROMPTS = 1000;

    /** The seed of {@code vllm bench serve}. */
    public static final long WORKLOAD_SEED = 0;

    /** Every random prompt has the asked length, as in {@code vllm bench serve}. */
    public static final double RANGE_RATIO = 0;

    /** The completions API, as in {@code vllm bench serve}. */
    public static final Workload.Endpoint ENDPOINT = Workload.Endpoint.COMPLETIONS;

    /** One GPU a server. */
    public static final int TENSOR_PARALLEL = 1;

    /** The chip that simulated trials run on when the plan names none: the one the published figures are about. */
    public static final String SIM_CHIP = "h100-sxm";

    /** The simulated engine schedules as vLLM does. */
    public static final String SIM_PROFILE = "vllm";

    /** Two simulated starts differ by 0.2 % (standard deviation): an assumption of the right order, so that intervals have something to show. */
    public static final double SIM_NOISE_SIGMA = 0.002;

    /** A simulated engine is ready after a second: long enough to see it starting, short enough to wait for. */
    public static final double SIM_START_SECONDS = 1;

    /** Simulated prompts are counted with a tokenizer that needs no download. */
    public static final String SIM_TOKENIZER = "o200k";

    /** A simulated engine that is not ready after a minute never will be. */
    public static final Duration SIM_READY_TIMEOUT = Duration.ofMinutes(1);

    /** A real engine loads tens of gigabytes and compiles kernels first. */
    public static final Duration READY_TIMEOUT = Duration.ofMinutes(20);

    private Defaults() {}

    /** Random prompts ask for the whole length, so that every engine does the same work; real conversations end where the model ends them. */
    public static boolean ignoreEos(String dataset) {
        return dataset.equals("random");
    }
}
