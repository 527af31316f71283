package org.servedyno.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.servedyno.harness.plan.document.PlanProblem;
import org.servedyno.results.model.Study;

/** Reads plans in tests; every tokenizer can be opened but one named {@code no-such-tokenizer}. */
public final class Plans {
    /** A plan without a mistake. */
    public static final String SOUND = """
            study: sound
            model: Qwen/Qwen3-14B
            hardware: { expect: h100-sxm, gpus: 2 }
            tokenizer: o200k
            workloads:
              short: { dataset: random, input: 128, output: 4, prompts: 1_000, seed: 42, range-ratio: 0.5 }
              open: { dataset: random, input: 4000, output: 200, rate: 2.5, window: 90s, endpoint: chat, ignore-eos: false }
            configurations:
              vllm: &vllm
                engine: sim
                args: { max-num-seqs: 128, no-prefix-cache: true }
                env: { OMP_NUM_THREADS: 1 }
                launch: { prefix: [nice, -n, "5"], ready-timeout: 30s }
              sglang: { <<: *vllm, profile: sglang, noise: 1e-3 }
              sglang-fp8: { from: sglang, precision: fp8, tensor-parallel: 2, args: { no-prefix-cache: null } }
            baseline: vllm
            primary: ttft-p99
            margin: 0.7%
            discipline: { blocks: 7, warmup: { passes: 1, until: steady, cap: 4 }, passes: 2, seed: -5, retries: 1 }
            port: 8123
            """;

    private Plans() {}

    public static PlanOutcome outcome(String text) {
        return outcome(text, PlanOverrides.NONE);
    }

    static PlanOutcome outcome(String text, PlanOverrides overrides) {
        return reader().read(new PlanSource("plan.yaml", text, Path.of("").toAbsolutePath()), overrides);
    }

    public static PlanReader reader() {
        return new PlanReader(
                name -> name.equals("no-such-tokenizer") ? Optional.of("it is not known") : Optional.empty());
    }

    public static Study study(String text) {
        PlanOutcome outcome = outcome(text);
        assertThat(outcome).as(text).isInstanceOf(PlanOutcome.Read.class);
        return ((PlanOutcome.Read) outcome).study();
    }

    static List<String> problems(String text) {
        return problems(outcome(text));
    }

    static List<String> problems(PlanOutcome outcome) {
        assertThat(outcome).isInstanceOf(PlanOutcome.Problems.class);
        return ((PlanOutcome.Problems) outcome)
                .problems().stream().map(PlanProblem::toString).toList();
    }
}
