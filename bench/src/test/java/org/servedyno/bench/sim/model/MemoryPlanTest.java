package org.servedyno.bench.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryPlanTest {
    private final Catalog catalog = Catalog.bundled();

    private MemoryPlan plan(String model, Precision precision, Precision kvPrecision, int gpus) {
        Deployment deployment = new Deployment(
                catalog.model(model), catalog.chip("h100-sxm"), catalog.profile("vllm"), precision, kvPrecision, gpus);
        return MemoryPlan.of(deployment, 0.9, 8192, 1024);
    }

    @Test
    void a_14b_model_leaves_about_half_of_an_h100_for_the_kv_cache() {
        MemoryPlan plan = plan("Qwen/Qwen3-14B", Precision.BF16, Precision.BF16, 1);

        assertThat(plan.weightsMiB()).isBetween(28_000L, 28_400L);
        assertThat(plan.usedMiB()).isLessThanOrEqualTo((long) (0.9 * 81_559));
        assertThat(plan.kvTokens()).isBetween(230_000, 290_000);
    }

    @Test
    void fp8_weights_and_an_fp8_cache_hold_more_than_twice_the_tokens() {
        int bf16 = plan("Qwen/Qwen3-14B", Precision.BF16, Precision.BF16, 1).kvTokens();
        int fp8 = plan("Qwen/Qwen3-14B", Precision.FP8, Precision.FP8, 1).kvTokens();

        assertThat(fp8).isGreaterThan(2 * bf16);
    }

    @Test
    void a_model_that_does_not_fit_leaves_no_block() {
        assertThat(plan("Qwen/Qwen3-235B-A22B", Precision.BF16, Precision.BF16, 1)
                        .kvBlocks())
                .isZero();
        assertThat(plan("Qwen/Qwen3-235B-A22B", Precision.BF16, Precision.BF16, 8)
                        .kvBlocks())
                .isPositive();
    }
}
