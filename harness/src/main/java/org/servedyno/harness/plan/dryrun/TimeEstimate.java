package org.servedyno.harness.plan.dryrun;

import java.time.Duration;
import java.util.List;
import org.servedyno.harness.plan.EngineSettings;
import org.servedyno.results.model.Configuration;
import org.servedyno.results.model.Discipline;
import org.servedyno.results.model.Study;
import org.servedyno.results.model.Workload;

/**
 * How long a study may take, from assumed speeds. It tells minutes from days, no more; the progress line of a run estimates from
 * what it has measured.
 *
 * @param study the whole study without reruns
 * @param longestTrial the longest of its trials
 */
public record TimeEstimate(Duration study, Duration longestTrial) {
    /** Prompt tokens a second one server takes in: the order of a 14B model on an H100. */
    static final int PROMPT_TOKENS_PER_SECOND = 20_000;

    /** Output tokens a second one server gives under full load: the order of a 14B model on an H100. */
    static final int OUTPUT_TOKENS_PER_SECOND = 5_000;

    /** Output tokens a second of one request alone. */
    static final int OUTPUT_TOKENS_PER_SECOND_AND_REQUEST = 60;

    /** Mean lengths of the conversations people have recorded and published. */
    static final int CONVERSATION_PROMPT_TOKENS = 220;

    static final int CONVERSATION_OUTPUT_TOKENS = 200;

    /** From starting a process to its first request, and from its last to being proved gone, beside the engine's own start. */
    static final int TRIAL_OVERHEAD_SECONDS = 4;

    /** How long a real engine loads. */
    static final int REAL_START_SECONDS = 90;

    /** The estimate for every block of a study. */
    public static TimeEstimate of(Study study) {
        double longest = 0;
        double total = 0;
        for (Configuration configuration : study.configurations()) {
            double seconds = trialSeconds(study, configuration);
            longest = Math.max(longest, seconds);
            total += seconds * study.discipline().blocks();
        }
        return new TimeEstimate(Duration.ofSeconds(Math.round(total)), Duration.ofSeconds(Math.round(longest)));
    }

    /** Warmup passes of a trial: one more than the least where warmup goes on until it is steady. */
    static int warmupPasses(Discipline discipline) {
        int expected = discipline.warmupPasses() + (discipline.warmupUntilSteady() ? 1 : 0);
        return Math.min(expected, discipline.warmupCap());
    }

    /** What the figures rest on, one sentence a line. */
    List<String> assumptions(Study study) {
        return List.of(
                "It assumes " + warmupPasses(study.discipline()) + " warmup passes a workload, " + REAL_START_SECONDS
                        + " s for a real engine to load,",
                PROMPT_TOKENS_PER_SECOND + " prompt and " + OUTPUT_TOKENS_PER_SECOND
                        + " output tokens a second and server, at most "
                        + OUTPUT_TOKENS_PER_SECOND_AND_REQUEST + " for one",
                "request, and no rerun. A run estimates anew from what it measures.");
    }

    private static double trialSeconds(Study study, Configuration configuration) {
        int passes = warmupPasses(study.discipline()) + study.discipline().passes();
        double seconds = TRIAL_OVERHEAD_SECONDS + startSeconds(configuration);
        for (Workload workload : study.workloads()) {
            seconds += passes * passSeconds(workload);
        }
        return seconds;
    }

    private static double startSeconds(Configuration configuration) {
        return switch (configuration.engine()) {
            case "sim" -> EngineSettings.of(configuration).startSeconds();
            case "attach" -> 0;
            default -> REAL_START_SECONDS;
        };
    }

    private static double passSeconds(Workload workload) {
        if (workload.window().isPresent()) {
            return workload.window().get().toMillis() / 1000.0;
        }
        double prompts = workload.prompts();
        double promptTokens = prompts * workload.inputTokens().orElse(CONVERSATION_PROMPT_TOKENS);
        double outputTokens = prompts * workload.outputTokens().orElse(CONVERSATION_OUTPUT_TOKENS);
        double inFlight = Math.min(prompts, workload.concurrency().orElse(Integer.MAX_VALUE));
        double outputSpeed = Math.min(OUTPUT_TOKENS_PER_SECOND, inFlight * OUTPUT_TOKENS_PER_SECOND_AND_REQUEST);
        double working = promptTokens / PROMPT_TOKENS_PER_SECOND + outputTokens / outputSpeed;
        double arriving = workload.requestsPerSecond().stream()
                .map(rate -> prompts / rate)
                .findFirst()
                .orElse(0);
        return Math.max(working, arriving);
    }
}
